"""The figures of the table at the end of ARCHITECTURE.md: `python -m tests.figures`."""

import ast
from collections import Counter

from tests.test_project import DEEPEST, circles, heights, import_graph, sources, tree


def figures() -> str:
    """Return them, a line each."""
    modules = sources()
    nodes = Counter(type(node) for text, _ in modules.values() for node in ast.walk(tree(text)))
    deep, found = heights(modules), circles(import_graph(modules))
    rooms: Counter[str] = Counter()
    for name, (text, _) in modules.items():
        top, _, rest = name.partition(".")
        room = rest.partition(".")[0] if top == "engine" else top
        rooms[room or top] += text.count("\n")
    return "\n".join(
        [
            f"deepest class {max(deep.values())},"
            f" classes deeper than {DEEPEST}: {sum(n > DEEPEST for n in deep.values())}",
            f"circles of imports {len(found)}, modules in them {sum(map(len, found))}",
            f"match statements {nodes[ast.Match]}",
            f"modules {len(modules)}, classes {nodes[ast.ClassDef]}, lines {rooms.total():,}",
            *(f"lines of {room} {count:,}" for room, count in sorted(rooms.items())),
        ]
    )


if __name__ == "__main__":
    print(figures())

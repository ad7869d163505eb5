"""How large the code is and how it is cut: `python -m tests.figures`.

A line of code is one that a statement other than an import or a docstring covers; blank lines and
comments are none. A private function with a single use is one whose name, which begins with an
underscore, appears once in its file also its definition.
"""

import ast
import io
import re
import tokenize
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
            f"lines of code {sum(code_lines(text) for text, _ in modules.values()):,},"
            f" private functions with a single use"
            f" {sum(single_uses(text) for text, _ in modules.values()):,}",
            *(f"lines of {room} {count:,}" for room, count in sorted(rooms.items())),
        ]
    )


def code_lines(text: str) -> int:
    """Return how many lines of code a module has."""
    left_out: set[int] = set()
    for node in ast.walk(tree(text)):
        match node:
            case ast.Import() | ast.ImportFrom():
                left_out |= {*range(node.lineno, (node.end_lineno or node.lineno) + 1)}
            case ast.Expr(value=ast.Constant(value=str())):
                left_out |= {*range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    silent = (
        tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
        tokenize.ENDMARKER,
    )  # fmt: skip
    covered: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in silent:
            covered |= {*range(token.start[0], token.end[0] + 1)}
    return len(covered - left_out)


def single_uses(text: str) -> int:
    """Return how many private functions of a module are used once."""
    named = Counter(re.findall(r"\w+", text))
    found = {
        node.name
        for node in ast.walk(tree(text))
        if isinstance(node, ast.FunctionDef) and re.match(r"_[^_]", node.name)
    }
    return sum(named[name] == 2 for name in found)


if __name__ == "__main__":
    print(figures())

"""Going through trees of nodes, and making others of them."""

from dataclasses import replace

from engine.language import syntax as s
from engine.language.frozen import Frozen, children, outermost, rewritten, walk, without_places
from engine.language.parser import parse_expression
from engine.language.source import Span


def read(text: str, line: int = 1) -> s.Expr:
    found = parse_expression(text, Span("a", line, 1, line, 1 + len(text)))
    assert found is not None
    return found


def test_every_node_comes_once_in_the_order_of_the_text() -> None:
    names = [node.name for node in walk(read("f(a, g(b)) + c")) if isinstance(node, s.Name)]
    assert names == ["a", "b", "c"]


def test_what_is_left_out_and_stands_in_it_does_not_come() -> None:
    tree = (read("a"), {"here": read("f(b)")})
    assert [node.name for node in walk(tree, s.Call)] == ["a"]


def test_the_outermost_nodes_of_a_kind_hide_those_inside() -> None:
    assert [call.name for call in outermost(read("f(g(a)) + h(b)"), s.Call)] == ["f", "h"]
    assert [call.name for call in outermost(children(read("f(g(a))")), s.Call)] == ["g"]


def test_a_tree_is_rewritten_from_the_inside() -> None:
    met: list[str] = []

    def longer(node: Frozen) -> Frozen:
        if isinstance(node, (s.Call, s.Name)):
            met.append(node.name)
        return replace(node, name=f"new_{node.name}") if isinstance(node, s.Name) else node

    found = rewritten(read("f(a) + g(b)"), longer)
    assert met == ["a", "f", "b", "g"]
    assert without_places(found) == without_places(read("f(new_a) + g(new_b)"))


def test_what_nobody_changes_stays_the_very_same() -> None:
    tree = (read("f(a) + g(b)"), {"more": read("a")})
    assert rewritten(tree, lambda node: node) is tree

    def other(node: Frozen) -> Frozen:
        return read("z") if isinstance(node, s.Name) and node.name == "b" else node

    changed = rewritten(tree, other)
    assert changed is not tree
    assert changed[1] is tree[1]


def test_the_same_text_elsewhere_is_equal_without_places() -> None:
    assert read("f(a)", 1) != read("f(a)", 2)
    assert without_places(read("f(a)", 1)) == without_places(read("f(a)", 2))
    assert without_places(read("f(a)")) != without_places(read("f(b)"))
    assert without_places(read("f(a)"), "name") == without_places(read("g(b)"), "name")

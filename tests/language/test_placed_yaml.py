"""YAML of strangers: places of what is in it, and what would stop everything is refused."""

import pytest

from engine.language.codes import Code
from engine.language.diagnostics import RulesError
from engine.language.placed_yaml import PlacedYaml, read_yaml
from engine.language.source import Source


@pytest.mark.parametrize("marked", [False, True])
@pytest.mark.parametrize(
    ("text", "reason", "place"),
    [
        ("a: &a [1]\nb: *a\n", "another part is repeated by its name here", (2, 4)),
        ("a: " + "[" * 500 + "]" * 500, "it is nested too deeply", (1, 53)),
        ("a: \0", "unacceptable character", (1, 1)),
        ("a: b\n c: d", "mapping values are not allowed here", (2, 3)),
        ('a: "\\u202e"', "holds an invisible character (U+202E)", (1, 4)),
        ('a:\n- b: c\n  "\\0": d', "holds an invisible character (U+0000)", (3, 3)),
        ("a: b\n? [c]\n: d", "a key is one word", (2, 3)),
        ("a: [2026-13-45]", "'2026-13-45' is no such value", (1, 5)),
    ],
)
def test_what_cannot_be_read_is_one_sentence_with_its_place(
    text: str, reason: str, place: tuple[int, int], marked: bool
) -> None:
    with pytest.raises(RulesError) as caught:
        read_yaml(Source("some.yaml", text), Code.E601, "this file", marked=marked)
    (found,) = caught.value.diagnostics
    assert found.message.startswith("this file ") and reason in found.message
    assert "\n" not in found.message
    assert (found.span.file, found.span.line, found.span.column) == ("some.yaml", *place)


def test_every_part_has_its_place() -> None:
    text = "view: 1\nhues:\n  red: {oak: 000000, true: 12e3}\nlist:\n  - 'one'\n  - two\n"
    yaml = PlacedYaml(Source("some.yaml", text), Code.E601, "this file")
    assert yaml.data == {
        "view": "1",
        "hues": {"red": {"oak": "000000", "yes": "12e3"}},
        "list": ["one", "two"],
    }
    places = {
        ("view",): (1, 7, 8),
        ("hues", "red", "oak"): (3, 14, 20),
        ("hues", "red", "yes"): (3, 28, 32),
        ("hues", "red", "not there"): (3, 8, 9),
        ("list", 0): (5, 6, 9),
        ("list", 1): (6, 5, 8),
        (): (1, 1, 2),
    }
    for path, (line, column, end) in places.items():
        assert yaml.span(path) == ("some.yaml", line, column, line, end), path
    assert yaml.span(("hues", "red", "oak"), on_key=True) == ("some.yaml", 3, 9, 3, 12)

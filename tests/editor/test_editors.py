"""What editors other than through the server are given: an extension's files, a Pygments lexer."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pygments import highlight, lex
from pygments.formatters import HtmlFormatter
from pygments.token import Keyword, Name

from engine.editor.pygments_lexer import CairnLexer
from engine.game.examples import run_examples
from engine.language.diagnostics import Findings
from engine.language.parser import parse
from engine.language.source import Source
from engine.rules.load import load_text
from tests.docs.tmgrammar import FILE, grammar
from tests.docs.vimsyntax import FILE as VIM
from tests.docs.vimsyntax import syntax

FOLDER = FILE.parents[1]
ROOT = Path(__file__).parents[2]
DOCS = FOLDER.parents[1] / "editors.md"


def test_the_textmate_grammar_has_the_keywords_of_the_language() -> None:
    assert FILE.read_text("utf-8") == grammar(), "python -m tests.docs.tmgrammar makes it anew"


def test_the_vim_syntax_has_the_keywords_of_the_language() -> None:
    assert VIM.read_text("utf-8") == syntax(), "python -m tests.docs.vimsyntax makes it anew"


def test_the_extension_names_files_that_are_there() -> None:
    package = json.loads((FOLDER / "package.json").read_text("utf-8"))
    contributes = package["contributes"]
    named = [package["main"], contributes["languages"][0]["configuration"]]
    named += [contributes["grammars"][0]["path"], contributes["snippets"][0]["path"]]
    assert all((FOLDER / name).is_file() for name in named)
    client = (FOLDER / package["main"]).read_text("utf-8")
    for command in contributes["commands"]:
        assert f'"{command["command"]}"' in client


def test_the_snippet_of_a_game_is_a_game_that_runs() -> None:
    snippets = json.loads((FOLDER / "snippets/cairn.json").read_text("utf-8"))
    text = "\n".join(snippets["game"]["body"])
    text = re.sub(r"\$\{\d+:([^}]*)\}", r"\1", text).replace("$0", "move card to deck")
    text = re.sub(r'"\$\d+"', '"Mine"', text)
    loaded = load_text(text, Path("mine.cairn"))
    assert [d.message for d in loaded.findings.errors] == []
    assert run_examples(loaded) == []


@pytest.mark.parametrize(
    ("name", "before"),
    [
        ("example", ""),
        ("zone", ""),
        ("rule", ""),
        ("action", "turn\n  choose\n"),
        ("variant", ""),
    ],
)
def test_what_a_snippet_begins_is_read_by_the_parser(name: str, before: str) -> None:
    snippets = json.loads((FOLDER / "snippets/cairn.json").read_text("utf-8"))
    indent = "    " if before else ""
    rows = "\n".join(indent + row for row in snippets[name]["body"])
    filled = {"example": "my hand is empty", "rule": "my hand is empty", "action": "skip"}
    text = re.sub(r"\$\{\d+\|([^,|]*)[^}]*\}", r"\1", rows)
    text = re.sub(r"\$\{\d+:([^}]*)\}", r"\1", text)
    text = re.sub(r'"\$\d+"', '"Mine"', text)
    text = text.replace("then  $0", "then  my hand is empty").replace("do    $3", "do    draw")
    text = re.sub(r"\$\d+", filled.get(name, ""), text)
    findings = Findings()
    parse(Source("x.cairn", before + text + "\n"), findings)
    assert [d.message for d in findings.errors] == []


def test_pygments_knows_the_language_by_its_name() -> None:
    lexer: Any = CairnLexer()
    entry = f'{lexer.name} = "{CairnLexer.__module__}:CairnLexer"'
    assert entry in (ROOT / "pyproject.toml").read_text("utf-8")
    found = list(lex("zone deck: pile of Card\n", lexer))
    assert (Keyword, "zone") in found and (Name, "deck") in found
    assert (Name.Class, "Card") in found
    assert "".join(text for _, text in found) == "zone deck: pile of Card\n"
    assert "zone" in highlight("zone deck: pile of Card", lexer, HtmlFormatter())


def test_the_docs_name_the_command() -> None:
    text = DOCS.read_text("utf-8")
    assert text.count('"cairn"') >= 2 and '"lsp"' in text
    assert '"cairn", "lsp"' in (VIM.parents[1] / "plugin/cairn.lua").read_text("utf-8")

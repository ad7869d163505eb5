"""The language server, spoken to over its pipes by a client as an editor does.

The client is that of pygls. pytest-lsp's is the same one with checks of what a server may say to an
editor's abilities: these tests pass with it too, and it has nothing to say of VS Code's; it isn't
used, because its plugins for pytest would be at work in all other tests.
"""

import asyncio
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as t
from pygls.lsp.client import LanguageClient

from engine.cli.app import lsp
from engine.game.examples import run_examples
from engine.language.diagnostics import RulesError
from engine.rules.load import load_text

HERE = Path(__file__).parent
FILES = ("game.cairn", "game.de.yaml", "game.view.yaml", "more.cairn")


class Editor:
    """An editor with one folder open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.client: Any = LanguageClient("test", "1")
        self.told: dict[str, list[t.Diagnostic]] = {}
        self.awaited: tuple[str, int] = ("", 0)
        self.news = asyncio.Event()
        self.said: list[str] = []
        self.edits: list[t.WorkspaceEdit] = []
        self.versions: dict[str, int] = {}

        def heard(params: t.PublishDiagnosticsParams) -> None:
            name = Path(params.uri).name
            self.told[name] = list(params.diagnostics)
            if (name, params.version) == self.awaited:  # others are told again when they are tried
                self.news.set()

        def message(params: t.ShowMessageParams) -> None:
            self.said.append(params.message)

        def edited(params: t.ApplyWorkspaceEditParams) -> t.ApplyWorkspaceEditResult:
            self.edits.append(params.edit)
            return t.ApplyWorkspaceEditResult(True)

        self.client.feature(t.WORKSPACE_APPLY_EDIT)(edited)
        self.client.feature(t.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(heard)
        self.client.feature(t.WINDOW_SHOW_MESSAGE)(message)

    async def start(self) -> None:
        command = "from engine.cli import main; main()"
        await self.client.start_io(sys.executable, "-c", command, "lsp")
        params = t.InitializeParams(capabilities=t.ClientCapabilities(), root_uri=self.uri("."))
        self.abilities = (await self.client.initialize_async(params)).capabilities
        self.client.initialized(t.InitializedParams())

    async def stop(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()

    def uri(self, name: str) -> str:
        return (self.folder / name).resolve().as_uri()

    def document(self, name: str) -> t.TextDocumentIdentifier:
        return t.TextDocumentIdentifier(self.uri(name))

    async def open(self, name: str, text: str | None = None) -> list[t.Diagnostic]:
        text = (self.folder / name).read_text("utf-8") if text is None else text
        self.versions[name] = 1
        item = t.TextDocumentItem(self.uri(name), "cairn", 1, text)
        self.expect(name)
        self.client.text_document_did_open(t.DidOpenTextDocumentParams(item))
        await asyncio.wait_for(self.news.wait(), 30)
        return self.told[name]

    def expect(self, name: str) -> None:
        self.awaited = name, self.versions[name]
        self.news.clear()

    async def write(self, name: str, change: Callable[[str], str]) -> list[t.Diagnostic]:
        """Change a text that is open; return what is reported about it."""
        text = change((self.folder / name).read_text("utf-8"))
        self.versions[name] += 1
        document = t.VersionedTextDocumentIdentifier(
            uri=self.uri(name), version=self.versions[name]
        )  # fmt: skip
        whole = t.TextDocumentContentChangeWholeDocument(text=text)
        self.expect(name)
        self.client.text_document_did_change(t.DidChangeTextDocumentParams(document, [whole]))
        await asyncio.wait_for(self.news.wait(), 30)
        return self.told[name]

    def at(self, name: str, before: str, after: str = "", text: str | None = None) -> t.Position:
        """The place after some words, or between two, of a text."""
        text = (self.folder / name).read_text("utf-8") if text is None else text
        place = text.index(before + after) + len(before)
        line = text.count("\n", 0, place)
        return t.Position(line, place - (text.rfind("\n", 0, place) + 1))


async def converse(folder: Path) -> dict[str, Any]:
    """Ask a server everything once."""
    editor = Editor(folder)
    await editor.start()
    got: dict[str, Any] = {"abilities": editor.abilities}
    try:
        await editor.open("game.cairn")
        await editor.open("more.cairn")
        await ask_of_text(editor, got)
        await ask_of_names(editor, got)
        await ask_for_example(editor, got)
        await ask_of_changes(editor, got)
        await ask_of_yaml(editor, got)
    finally:
        await editor.stop()
    got["said"] = editor.said
    return got


async def ask_of_text(editor: Editor, got: dict[str, Any]) -> None:
    client, document = editor.client, editor.document("game.cairn")
    inlay = t.InlayHintParams(document, t.Range(t.Position(0, 0), t.Position(99, 0)))
    got["inlay"] = await client.text_document_inlay_hint_async(inlay)
    got["lenses"] = await client.text_document_code_lens_async(t.CodeLensParams(document))
    run = got["lenses"][1].command
    got["run"] = await client.workspace_execute_command_async(
        t.ExecuteCommandParams(run.command, run.arguments)
    )
    symbols = t.DocumentSymbolParams(document)
    got["symbols"] = await client.text_document_document_symbol_async(symbols)
    got["folding"] = await client.text_document_folding_range_async(t.FoldingRangeParams(document))
    tokens = t.SemanticTokensParams(document)
    got["tokens"] = await client.text_document_semantic_tokens_full_async(tokens)
    options = t.FormattingOptions(2, True)
    got["formatted"] = await client.text_document_formatting_async(
        t.DocumentFormattingParams(document, options)
    )


async def ask_of_names(editor: Editor, got: dict[str, Any]) -> None:
    client, document = editor.client, editor.document("game.cairn")
    call = editor.at("game.cairn", "require he")
    got["hover"] = await client.text_document_hover_async(t.HoverParams(document, call))
    got["hover zone"] = await client.text_document_hover_async(
        t.HoverParams(document, editor.at("game.cairn", "zone he"))
    )
    got["definition"] = await client.text_document_definition_async(
        t.DefinitionParams(document, call)
    )
    got["references"] = await client.text_document_references_async(
        t.ReferenceParams(t.ReferenceContext(True), document, call)
    )
    brackets = editor.at("game.cairn", "heavy(stone, ")
    got["signature"] = await client.text_document_signature_help_async(
        t.SignatureHelpParams(document, brackets)
    )
    heap = editor.at("game.cairn", "zone he")
    got["can be renamed"] = await client.text_document_prepare_rename_async(
        t.PrepareRenameParams(document, heap)
    )
    got["renamed"] = await client.text_document_rename_async(
        t.RenameParams(position=heap, new_name="pool", text_document=document)
    )
    got["taken"] = await client.text_document_rename_async(
        t.RenameParams(position=heap, new_name="coins", text_document=document)
    )


async def ask_for_example(editor: Editor, got: dict[str, Any]) -> None:
    """Ask again until the server has found out what no example exercises."""
    client, document = editor.client, editor.document("game.cairn")
    place = editor.at("game.cairn", "round ends")
    params = t.CodeActionParams(document, t.Range(place, place), t.CodeActionContext([]))
    while not (actions := await client.text_document_code_action_async(params)):
        await asyncio.sleep(0.05)
    (command,) = actions
    got["example asked for"] = command.title
    got["example"] = await client.workspace_execute_command_async(
        t.ExecuteCommandParams(command.command, command.arguments)
    )
    got["example edits"] = editor.edits


async def ask_of_changes(editor: Editor, got: dict[str, Any]) -> None:
    client, name = editor.client, "game.cairn"
    document = editor.document(name)
    right, wrong = "move stone to heap", "move stone to haep"
    got["mistake"] = await editor.write(name, lambda text: text.replace(right, wrong))
    place = got["mistake"][0].range
    got["fixes"] = await client.text_document_code_action_async(
        t.CodeActionParams(document, place, t.CodeActionContext(got["mistake"]))
    )
    got["hover mistake"] = await client.text_document_hover_async(
        t.HoverParams(document, place.start)
    )

    async def complete(old: str, new: str) -> list[str]:
        before = (editor.folder / name).read_text("utf-8")
        text = before.replace(old, new + "\u0001", 1)
        position = editor.at(name, text[: text.index("\u0001")], text=text)
        await editor.write(name, lambda _: text.replace("\u0001", ""))
        answer = await client.text_document_completion_async(
            t.CompletionParams(document, position)
        )  # fmt: skip
        items = answer.items if isinstance(answer, t.CompletionList) else answer or []
        return [item.label for item in items]

    got["complete zone"] = await complete("move stone to heap", "move stone to ")
    got["complete attribute"] = await complete("gain stone.value coins", "gain stone.")
    got["complete counter"] = await complete("gain stone.value coins", "gain stone.value ")
    got["complete action"] = await complete("do    drop(red 2)", "do    ")
    got["complete because"] = await complete(
        "then  my coins is 1", 'then  cannot drop(red 1) because "'
    )
    got["complete item"] = await complete("winner highest total", "")
    got["complete broken"] = await complete(
        "gain stone.value coins", "gain gain gain\n      move stone to "
    )


async def ask_of_yaml(editor: Editor, got: dict[str, Any]) -> None:
    client = editor.client
    await editor.write("game.cairn", lambda text: text)
    got["catalogue"] = await editor.open("game.de.yaml")
    end = t.Position(2, 2)
    answer = await client.text_document_completion_async(
        t.CompletionParams(editor.document("game.de.yaml"), end)
    )
    got["complete catalogue"] = [item.label for item in answer or []]
    got["view"] = await editor.open("game.view.yaml")
    answer = await client.text_document_completion_async(
        t.CompletionParams(editor.document("game.view.yaml"), t.Position(2, 2))
    )
    got["complete view"] = [item.label for item in answer or []]


@pytest.fixture(scope="module")
def got(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("editor")
    for name in FILES:
        shutil.copy(HERE / name, folder / name)
    return asyncio.run(asyncio.wait_for(converse(folder), 120))


def lines(found: Any) -> list[tuple[str, int]]:
    return [(Path(one.uri).name, one.range.start.line + 1) for one in found]


def test_examples_have_their_results_beside_them(got: dict[str, Any]) -> None:
    assert [(x.position.line + 1, x.label.split(":")[0]) for x in got["inlay"]] == [
        (45, "passes"), (50, "fails"),
    ]  # fmt: skip


def test_examples_can_be_run_and_the_game_played(got: dict[str, Any]) -> None:
    titles = [x.command.title for x in got["lenses"]]
    examples = 2 * ["run this example", "play from here"]
    assert titles == ["play this game", *examples, "say what edits do to play"]
    assert got["run"] == "'A stone earns what it weighs' passes"
    assert got["run"] in got["said"]


def test_an_example_is_made_for_a_line_that_none_exercises(got: dict[str, Any]) -> None:
    assert got["example asked for"] == "Add an example for 'round ends when my bowl is empty'"
    (edit,) = (one for edits in got["example edits"] for one in edits.changes.values())
    text = (HERE / "game.cairn").read_text("utf-8")
    rows = text.split("\n")
    assert edit[0].range.start.line == len(rows) - 2
    loaded = load_text(text.rstrip() + edit[0].new_text, Path("game.cairn"))
    outcomes = run_examples(loaded)
    assert len(outcomes) == 3 and outcomes[-1].passed


def test_the_outline_has_every_part(got: dict[str, Any]) -> None:
    names = [x.name for x in got["symbols"]]
    assert names[:6] == ["Stones", "Colour", "Stone", "coins", "heap", "bowl"]
    turn = next(x for x in got["symbols"] if x.name == "turn")
    assert [x.name for x in turn.children] == ["drop"]


def test_what_is_indented_can_be_folded(got: dict[str, Any]) -> None:
    folds = [(x.start_line + 1, x.end_line + 1) for x in got["folding"]]
    assert (6, 10) in folds and (27, 34) in folds


def test_words_have_their_kinds(got: dict[str, Any]) -> None:
    data = got["tokens"].data
    assert list(data[:10]) == [0, 0, 4, 0, 0, 0, 5, 8, 2, 0]


def test_a_text_in_its_form_stays_as_it_is(got: dict[str, Any]) -> None:
    assert not got["formatted"]


def test_hover_tells_what_a_name_means(got: dict[str, Any]) -> None:
    text = got["hover"].contents.value
    assert "**heavy**: a rule" in text and "A stone must be heavy enough." in text
    assert "Nobody sees it." in got["hover zone"].contents.value


def test_definition_and_references(got: dict[str, Any]) -> None:
    assert lines(got["definition"]) == [("game.cairn", 18)]
    assert lines(got["references"]) == [
        ("game.cairn", 18), ("game.cairn", 31), ("more.cairn", 3),
    ]  # fmt: skip


def test_brackets_tell_what_belongs_in_them(got: dict[str, Any]) -> None:
    assert got["signature"].signatures[0].label == "heavy(stone: Stone, least: 1..3)"
    assert got["signature"].active_parameter == 1


def test_a_name_is_renamed_everywhere(got: dict[str, Any]) -> None:
    assert got["can be renamed"].start == t.Position(13, 5)
    changes = {Path(uri).name: len(edits) for uri, edits in got["renamed"].changes.items()}
    assert changes == {"game.cairn": 5, "more.cairn": 1, "game.de.yaml": 1, "game.view.yaml": 1}


def test_a_name_that_is_taken_is_refused(got: dict[str, Any]) -> None:
    assert got["taken"] is None
    assert any("coins" in said for said in got["said"])


def test_a_mistake_is_told_at_its_place_and_mended(got: dict[str, Any]) -> None:
    (told,) = got["mistake"]
    assert (told.code, told.range.start) == ("E010", t.Position(33, 20))
    (fix,) = got["fixes"]
    (edits,) = fix.edit.changes.values()
    assert (fix.title, edits[0].new_text) == ("Write 'heap'", "heap")
    assert "E010" in got["hover mistake"].contents.value


def test_completion_knows_the_place(got: dict[str, Any]) -> None:
    assert got["complete zone"][:2] == ["heap", "bowl"]
    assert got["complete attribute"] == ["colour", "value"]
    assert got["complete counter"] == ["coins"]
    assert got["complete action"][0] == "drop"
    assert "This stone is too light." in got["complete because"]
    assert {"zone", "winner", "example"} <= set(got["complete item"])


def test_a_broken_line_blinds_nothing(got: dict[str, Any]) -> None:
    assert got["complete broken"][:2] == ["heap", "bowl"]
    assert "stone" in got["complete broken"]


def test_catalogues_and_view_files_are_checked_and_completed(got: dict[str, Any]) -> None:
    assert any("lacks the name 'bowl'" in x.message for x in got["catalogue"])
    assert "bowl" in got["complete catalogue"] and "heap" not in got["complete catalogue"]
    assert got["view"][0].code == "E606" and got["view"][0].range.start.line == 3
    assert got["complete view"] == ["heap", "bowl"]


def test_without_pygls_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.cli.app.find_spec", lambda name: None)
    with pytest.raises(RulesError, match=r"pip install 'cairn-tabletop\[lsp\]'"):
        lsp()


PLACE, LINES = t.Position(3, 3), t.Range(t.Position(0, 0), t.Position(9, 0))
ASKED: dict[str, Callable[[t.TextDocumentIdentifier, t.Position], Any]] = {
    "hover": t.HoverParams,
    "completion": t.CompletionParams,
    "definition": t.DefinitionParams,
    "references": lambda d, p: t.ReferenceParams(t.ReferenceContext(True), d, p),
    "prepare_rename": t.PrepareRenameParams,
    "rename": lambda d, p: t.RenameParams(d, p, "other"),
    "document_symbol": lambda d, _: t.DocumentSymbolParams(d),
    "folding_range": lambda d, _: t.FoldingRangeParams(d),
    "formatting": lambda d, _: t.DocumentFormattingParams(d, t.FormattingOptions(2, True)),
    "semantic_tokens_full": lambda d, _: t.SemanticTokensParams(d),
    "signature_help": t.SignatureHelpParams,
    "inlay_hint": lambda d, _: t.InlayHintParams(d, LINES),
    "code_lens": lambda d, _: t.CodeLensParams(d),
    "code_action": lambda d, _: t.CodeActionParams(d, LINES, t.CodeActionContext([])),
}
"""Everything that can be asked about a text, by the end of its name in the client."""


async def ask_unopened(folder: Path, uris: list[str], place: t.Position) -> dict[str, Any]:
    """Ask a server everything about texts that were never opened."""
    editor = Editor(folder)
    await editor.start()
    answers: dict[str, Any] = {}
    try:
        for uri in uris:
            for name, params in ASKED.items():
                ask = getattr(editor.client, f"text_document_{name}_async")
                try:
                    made = params(t.TextDocumentIdentifier(uri), place)
                    answer = await asyncio.wait_for(ask(made), 30)
                except Exception as problem:
                    answer = problem
                answers[f"{name} of {uri}"] = answer
        for command in ("cairn.run", "cairn.example"):
            given = [str(folder / "missing.cairn"), "x" if command == "cairn.run" else 3]
            ask = editor.client.workspace_execute_command_async
            try:
                made = ask(t.ExecuteCommandParams(command, given))
                answers[command] = await asyncio.wait_for(made, 30)
            except Exception as problem:
                answers[command] = problem
    finally:
        await editor.stop()
    return answers


def test_a_text_that_was_never_opened_is_read_from_its_file(tmp_path: Path) -> None:
    for name in FILES:
        shutil.copy(HERE / name, tmp_path)
    editor = Editor(tmp_path)
    place, uri = editor.at("game.cairn", "to ", "", None), editor.uri("game.cairn")
    answers = asyncio.run(ask_unopened(tmp_path, [uri, editor.uri("game.de.yaml")], place))
    assert not [one for one in answers.values() if isinstance(one, Exception)]
    for name in ("hover", "completion", "definition", "references", "prepare_rename", "code_lens"):
        assert answers[f"{name} of {uri}"], name
    for name in ("document_symbol", "folding_range", "semantic_tokens_full", "inlay_hint"):
        assert answers[f"{name} of {uri}"], name


def test_what_cant_be_read_is_answered_with_nothing_and_never_with_an_error(tmp_path: Path) -> None:
    (tmp_path / "folder.cairn").mkdir()
    (tmp_path / "bytes.cairn").write_bytes(b"\xff\xfe\x00game")
    (tmp_path / "alone.de.yaml").write_text("names: [")
    (tmp_path / "bytes.de.yaml").write_bytes(b"\xff\xfe\x00game")
    (tmp_path / "notes.txt").write_text("Nothing of ours.\n")
    (tmp_path / "short.cairn").write_text('game "Short"\n')
    names = (
        "missing.cairn", "missing.de.yaml", "missing.view.yaml", "folder.cairn", "bytes.cairn",
        "alone.de.yaml", "bytes.de.yaml", "notes.txt", "short.cairn", "a/b/c.cairn",
    )  # fmt: skip
    uris = [(tmp_path / name).as_uri() for name in names]
    uris += ["untitled:Untitled-1", "untitled:new.cairn", "https://example.org/x.cairn", ""]
    answers = asyncio.run(ask_unopened(tmp_path, uris, t.Position(700, 90)))
    failed = {what: one for what, one in answers.items() if isinstance(one, Exception)}
    assert not failed
    of_nothing = ("formatting", "definition", "references", "rename", "document_symbol")
    assert not any(answers[f"{name} of {uri}"] for name in of_nothing for uri in uris[:3])
    said = answers[f"hover of {uris[0]}"]
    assert "E601" in said.contents.value

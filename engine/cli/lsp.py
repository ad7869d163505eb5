"""`cairn lsp`: the editor room spoken over the Language Server Protocol, with pygls.

What it tells is computed in `engine/editor`; here are only the messages. Places of the protocol
count from 0 in the client's units, ours from 1 in characters.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from lsprotocol import types as t
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from engine.cli.language import language_wished
from engine.cli.lsp_places import TextPlaces
from engine.cli.lsp_study import EditLenses
from engine.distribution import VERSION
from engine.editor.completion import Completion, completions
from engine.editor.definition import Place, definition, references
from engine.editor.folding import foldings
from engine.editor.hover import hover
from engine.editor.more_examples import example_for, unshown
from engine.editor.problems import covering, problems, quick_fixes
from engine.editor.rename import CannotRename, rename, what_is_renamed
from engine.editor.signature import signature
from engine.editor.symbols import Symbol, symbols
from engine.editor.tokens import tokens
from engine.editor.workspace import Workspace, name_in
from engine.editor.yaml_files import (
    VIEW,
    catalogue_completions,
    catalogue_problems,
    ruleset_of,
    view_completions,
)
from engine.game.examples import run_examples
from engine.language import syntax as s
from engine.language.diagnostics import Diagnostic, Findings, RulesError
from engine.language.format import format_text
from engine.language.message import Message
from engine.rules.catalogue import Catalogue
from engine.rules.files import SUFFIX

PAUSE = 0.4
"""So many seconds without a change, and games are made and examples run."""
TOKENS = ["keyword", "variable", "string", "number", "comment", "type"]
_TOKEN = {"keyword": 0, "name": 1, "string": 2, "number": 3, "comment": 4, "type": 5}
_SORTS = {
    "zone": t.CompletionItemKind.Field, "variable": t.CompletionItemKind.Variable,
    "table": t.CompletionItemKind.Constant, "rule": t.CompletionItemKind.Function,
    "option": t.CompletionItemKind.Property, "type": t.CompletionItemKind.Class,
    "word": t.CompletionItemKind.EnumMember, "attribute": t.CompletionItemKind.Field,
    "action": t.CompletionItemKind.Method, "local": t.CompletionItemKind.Variable,
    "keyword": t.CompletionItemKind.Keyword, "text": t.CompletionItemKind.Text,
    "file": t.CompletionItemKind.File,
}  # fmt: skip
_SYMBOLS = {
    "game": t.SymbolKind.File, "variant": t.SymbolKind.File, "option": t.SymbolKind.Property,
    "type": t.SymbolKind.Enum, "component": t.SymbolKind.Class, "table": t.SymbolKind.Array,
    "zone": t.SymbolKind.Field, "var": t.SymbolKind.Variable, "counter": t.SymbolKind.Variable,
    "rule": t.SymbolKind.Function, "to": t.SymbolKind.Function, "attribute": t.SymbolKind.Field,
    "action": t.SymbolKind.Method, "phase": t.SymbolKind.Namespace,
    "example": t.SymbolKind.Boolean,
}  # fmt: skip


class LspSession:
    """One editor's texts, and the answers to what it asks."""

    def __init__(self, server: LanguageServer) -> None:
        self.server = server
        self.texts = Workspace()
        self.told = Catalogue(language_wished(None)).told
        self.waiting: dict[Path, asyncio.Task[None]] = {}
        self.studied = EditLenses(self._lenses_changed)
        self.loop: asyncio.AbstractEventLoop | None = None

    # -------------------------------------------------------------- texts

    def taken(
        self,
        params: t.DidOpenTextDocumentParams
        | t.DidChangeTextDocumentParams
        | t.DidSaveTextDocumentParams,
    ) -> None:
        """Take a text as it is now; when one is saved, what is beside it may have changed too."""
        uri = params.text_document.uri
        path = _path(uri)
        self.texts.open(path, self.server.workspace.get_text_document(uri).source)
        self._publish(uri, self._problems_of(path), self._places(path))
        if path.suffix == SUFFIX:
            self.studied.edited(path)
            if path in self.waiting:
                self.waiting[path].cancel()
            self.loop = asyncio.get_running_loop()
            self.waiting[path] = self.loop.create_task(self._later(uri, path))

    def closed(self, params: t.DidCloseTextDocumentParams) -> None:
        """Forget a text."""
        path = _path(params.text_document.uri)
        self.texts.close(path)
        self.studied.closed(path)
        self._publish(params.text_document.uri, [], None)

    def _problems_of(self, path: Path) -> list[Diagnostic]:
        if path.suffix == SUFFIX:
            loaded = self.texts.loaded(path)
            return problems(loaded, path, self.texts.known(loaded), self.texts.stale(loaded))
        ruleset = ruleset_of(path)
        if ruleset is None:
            return []
        loaded = self.texts.loaded(ruleset)
        if not path.name.endswith(VIEW):
            return catalogue_problems(loaded, path, self.texts.text(path))
        if loaded.rules is None or loaded.findings.errors:
            return []
        from viewer import check_look

        shown = check_look(loaded, {path.resolve(): self.texts.text(path)})
        return [d for d in shown.items if Path(d.span.file).name == path.name]

    async def _later(self, uri: str, path: Path) -> None:
        """Make the games and run the examples of a text that nobody changes any more."""
        await asyncio.sleep(PAUSE)
        loaded = self.texts.loaded(path)
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, self.texts.tried, loaded)
        self._publish(uri, self._problems_of(path), self._places(path))
        capabilities = self.server.client_capabilities.workspace
        if capabilities and capabilities.inlay_hint and capabilities.inlay_hint.refresh_support:
            await self.server.workspace_inlay_hint_refresh_async(None)
        if not self._fails(path):
            self.studied.checked(path, loaded)
        await loop.run_in_executor(None, self.texts.covered, loaded)

    def _fails(self, path: Path) -> bool:
        """Return whether a text that was tried has errors, or examples that fail."""
        return any(found.severity == "error" for found in self._problems_of(path))

    def _lenses_changed(self) -> None:
        """Let the editor ask again what is beside the heads; called in any thread."""
        able = self.server.client_capabilities.workspace
        if self.loop is not None and able and able.code_lens and able.code_lens.refresh_support:
            ask = self.server.workspace_code_lens_refresh_async
            self.loop.call_soon_threadsafe(lambda: self.loop and self.loop.create_task(ask(None)))

    def _publish(self, uri: str, found: list[Diagnostic], places: TextPlaces | None) -> None:
        diagnostics = [_diagnostic(d, places, self.told) for d in found] if places else []
        version = self.server.workspace.get_text_document(uri).version if places else None
        params = t.PublishDiagnosticsParams(uri=uri, diagnostics=diagnostics, version=version)
        self.server.text_document_publish_diagnostics(params)

    def _places(self, path: Path) -> TextPlaces:
        return TextPlaces(self.texts.text(path), self.server.workspace.position_codec)

    # -------------------------------------------------------------- asked

    def hover(self, params: t.HoverParams) -> t.Hover | None:
        """Describe what is at a place."""
        path, places, line, column = self._at(params)
        if path.suffix != SUFFIX:
            return None
        found = hover(self.texts.loaded(path), path, line, column, self._problems_of(path))
        if found is None:
            return None
        text = t.MarkupContent(t.MarkupKind.Markdown, found.text)
        return t.Hover(text, places.range(found.span))

    def completion(self, params: t.CompletionParams) -> list[t.CompletionItem]:
        """Offer what could be at a place."""
        path, _, line, column = self._at(params)
        ruleset = path if path.suffix == SUFFIX else ruleset_of(path)
        if ruleset is None:
            return []
        loaded = self.texts.loaded(ruleset)
        found: Iterable[Completion]
        if ruleset == path:
            found = completions(loaded, path, line, column)
        else:
            offer = view_completions if path.name.endswith(VIEW) else catalogue_completions
            found = offer(loaded, self.texts.text(path), line)
        return [
            t.CompletionItem(label=one.label, kind=_SORTS[one.sort], detail=one.detail or None)
            for one in found
        ]

    def definition(self, params: t.DefinitionParams) -> list[t.Location]:
        """Return where something is declared."""
        path, _, line, column = self._at(params)
        return self._locations(definition(self.texts, path, line, column))

    def references(self, params: t.ReferenceParams) -> list[t.Location]:
        """Return everything that uses a name."""
        path, _, line, column = self._at(params)
        return self._locations(references(self.texts, path, line, column))

    def _locations(self, found: list[Place]) -> list[t.Location]:
        return [t.Location(_uri(path), self._places(path).range(span)) for path, span in found]

    def prepare_rename(self, params: t.PrepareRenameParams) -> t.Range | None:
        """Return the name at a place, if it can be renamed."""
        path, places, line, column = self._at(params)
        try:
            return places.range(what_is_renamed(self.texts, path, line, column)[0])
        except CannotRename:
            return None

    def rename(self, params: t.RenameParams) -> t.WorkspaceEdit | None:
        """Return the edits that give a name another one; or say why it can't have it."""
        path, _, line, column = self._at(params)
        try:
            edits = rename(self.texts, path, line, column, params.new_name)
        except (CannotRename, RulesError) as problem:
            self._say(str(problem), t.MessageType.Error)
            return None
        return t.WorkspaceEdit(
            changes={
                _uri(file): [t.TextEdit(self._places(file).range(e.span), e.text) for e in found]
                for file, found in edits.items()
            }
        )

    def symbols(self, params: t.DocumentSymbolParams) -> list[t.DocumentSymbol]:
        """Return the outline of a text."""
        path = _path(params.text_document.uri)
        places = self._places(path)
        return [_symbol(one, places) for one in symbols(self.texts.loaded(path).own_items)]

    def folding(self, params: t.FoldingRangeParams) -> list[t.FoldingRange]:
        """Return what can be folded."""
        text = self.texts.text(_path(params.text_document.uri))
        found = foldings(text.split("\n"))
        return [t.FoldingRange(start_line=a - 1, end_line=b - 1) for a, b in found]

    def formatting(self, params: t.DocumentFormattingParams) -> list[t.TextEdit]:
        """Return a text in the canonical form; nothing where it is in it, or can't be read."""
        path = _path(params.text_document.uri)
        source = self.texts.source(path)
        if path.suffix != SUFFIX or not source.text:
            return []
        try:
            result = format_text(source, Findings())
        except RulesError:
            return []
        whole = t.Range(t.Position(0, 0), t.Position(source.text.count("\n") + 1, 0))
        return [t.TextEdit(whole, result)] if result != source.text else []

    def tokens(self, params: t.SemanticTokensParams) -> t.SemanticTokens:
        """Return the words of a text by their kinds."""
        path = _path(params.text_document.uri)
        places = self._places(path)
        data: list[int] = []
        line = begin = 0
        for token in tokens(self.texts.text(path)):
            start = places.units(token.line, token.column)
            length = places.units(token.line, token.column + token.length) - start
            before = begin if token.line == line else 0
            data += [token.line - line, start - before, length, _TOKEN[token.kind], 0]
            line, begin = token.line, start
        return t.SemanticTokens(data=data)

    def signature(self, params: t.SignatureHelpParams) -> t.SignatureHelp | None:
        """Return what is in the brackets that are being filled."""
        path, _, line, column = self._at(params)
        found = signature(self.texts.loaded(path), path, line, column)
        if found is None:
            return None
        parts = [t.ParameterInformation(label=name) for name in found.parameters]
        one = t.SignatureInformation(
            label=found.label, documentation=found.words or None, parameters=parts
        )
        return t.SignatureHelp(signatures=[one], active_signature=0, active_parameter=found.active)

    def inlay(self, params: t.InlayHintParams) -> list[t.InlayHint]:
        """Return what each example gave, beside its head."""
        path = _path(params.text_document.uri)
        loaded, places = self.texts.loaded(path), self._places(path)
        own, found = name_in(loaded, path), []
        for outcome in self.texts.tried(loaded).outcomes:
            if outcome.span.file == own:
                problem, text, more = outcome.diagnostic, "passes", None
                if problem is not None:
                    text = f"fails: {self.told(problem.message)}"
                    more = "\n".join(map(self.told, [problem.message, *problem.notes]))
                end = places.end_of(outcome.span.line)
                found.append(t.InlayHint(end, text, padding_left=True, tooltip=more))
        return found

    def lenses(self, params: t.CodeLensParams) -> list[t.CodeLens]:
        """Return what can be done with the parts of a text: run an example, play the game."""
        path = _path(params.text_document.uri)
        places, found = self._places(path), []
        for item in self.texts.loaded(path).own_items:
            offered: dict[str, str] = {}
            if isinstance(item, (s.Game, s.Variant)):
                offered = {"play": "play this game"}
            elif isinstance(item, s.Example):
                offered = {"run": "run this example", "play": "play from here"}
            example = item.title if isinstance(item, s.Example) else ""
            for what, title in offered.items():
                command = t.Command(title, f"cairn.{what}", arguments=[str(path), example])
                found.append(t.CodeLens(places.first_line(item.span), command))
        for item in self.texts.loaded(path).own_items:
            if isinstance(item, (s.Game, s.Variant)):
                line = self.told(self.studied.line(path))
                command = t.Command(line, "cairn.study", arguments=[str(path)])
                found.append(t.CodeLens(places.first_line(item.span), command))
        return found

    def fixes(self, params: t.CodeActionParams) -> list[t.CodeAction | t.Command]:
        """Return what would mend the diagnostics in some lines, and what adds an example."""
        uri = params.text_document.uri
        path = _path(uri)
        places = self._places(path)
        first, last = params.range.start.line + 1, params.range.end.line + 1
        found: list[t.CodeAction | t.Command] = []
        for problem in covering(self._problems_of(path), first, last):
            for fix in quick_fixes([problem]):
                edit = t.TextEdit(places.range(fix.edit.span), fix.edit.text)
                found.append(
                    t.CodeAction(
                        title=fix.title, kind=t.CodeActionKind.QuickFix, is_preferred=True,
                        diagnostics=[_diagnostic(problem, places, self.told)],
                        edit=t.WorkspaceEdit(changes={uri: [edit]}),
                    )
                )  # fmt: skip
        for part in unshown(self.texts, path, first, last) if path.suffix == SUFFIX else ():
            arguments = [str(path), part.span.line]
            found.append(
                t.Command(f"Add an example for {part.what}", "cairn.example", arguments=arguments)
            )
        return found

    async def example(self, path: str, line: int) -> str:
        """Make an example for a line that none exercises, and let the editor put it in."""
        file = Path(path)
        loop = asyncio.get_running_loop()
        edit, why = await loop.run_in_executor(None, example_for, self.texts, file, line)
        if edit is None:
            self._say(why, t.MessageType.Info)
            return why
        change = t.TextEdit(self._places(file).range(edit.span), edit.text)
        edits = t.WorkspaceEdit(changes={_uri(file): [change]})
        await self.server.workspace_apply_edit_async(t.ApplyWorkspaceEditParams(edits))
        return edit.text.strip()

    def study(self, path: str) -> str:
        """Study what edits of a text do to play from now on, if it passes its check."""
        loaded = self.texts.loaded(Path(path))
        if loaded.rules is None or self._fails(Path(path)):
            said = self.told(Message("the rules have errors; fix these first"))
            self._say(said, t.MessageType.Info)
            return said
        self.studied.begin(Path(path), loaded)
        return self.told(self.studied.line(Path(path)))

    def run(self, path: str, title: str) -> str:
        """Run an example and say how it went."""
        loaded = self.texts.loaded(Path(path))
        if loaded.rules is None or loaded.findings.errors:
            said = "the rules have errors; fix these first"
        else:
            said = f"there is no example '{title}'"
            for outcome in run_examples(loaded, [title]):
                problem = outcome.diagnostic
                said = (
                    f"'{title}' passes"
                    if problem is None
                    else f"'{title}': {self.told(problem.message)}"
                )
        self._say(said, t.MessageType.Info)
        return said

    def _say(self, text: str, how: t.MessageType) -> None:
        self.server.window_show_message(t.ShowMessageParams(how, text))

    def _at(self, params: Any) -> tuple[Path, TextPlaces, int, int]:
        """Return the file, the places of its text, and the line and column that are asked about."""
        path = _path(params.text_document.uri)
        places = self._places(path)
        return path, places, *places.ours(params.position)


def _path(uri: str) -> Path:
    return Path(to_fs_path(uri) or uri)


def _uri(path: Path) -> str:
    return from_fs_path(str(path)) or path.as_uri()


def _diagnostic(found: Diagnostic, places: TextPlaces, told: Callable[[str], str]) -> t.Diagnostic:
    notes = [found.message, *filter(None, [found.advice]), *found.notes]
    errors = t.DiagnosticSeverity.Error, t.DiagnosticSeverity.Warning
    return t.Diagnostic(
        range=places.range(found.span),
        message="\n".join(map(told, notes)),
        severity=errors[found.severity == "warning"],
        code=found.code.value,
        source="cairn",
    )


def _symbol(one: Symbol, places: TextPlaces) -> t.DocumentSymbol:
    return t.DocumentSymbol(
        name=one.name or one.kind,
        kind=_SYMBOLS.get(one.kind, t.SymbolKind.Event),
        range=places.range(one.span),
        selection_range=places.range(one.span._replace(end_line=one.span.line,
                                                       end_column=one.span.column)),
        detail=one.kind,
        children=[_symbol(inner, places) for inner in one.inside],
    )  # fmt: skip


def make_server() -> LanguageServer:
    """Return the server with everything that it can be asked."""
    server = LanguageServer("cairn", VERSION)
    served = LspSession(server)
    legend = t.SemanticTokensLegend(token_types=TOKENS, token_modifiers=[])
    marks = t.CompletionOptions(trigger_characters=[".", '"', "{"])
    brackets = t.SignatureHelpOptions(trigger_characters=["(", ","])
    features: list[tuple[str, Any, Any]] = [
        (t.TEXT_DOCUMENT_DID_OPEN, served.taken, None),
        (t.TEXT_DOCUMENT_DID_CHANGE, served.taken, None),
        (t.TEXT_DOCUMENT_DID_SAVE, served.taken, None),
        (t.TEXT_DOCUMENT_DID_CLOSE, served.closed, None),
        (t.TEXT_DOCUMENT_HOVER, served.hover, None),
        (t.TEXT_DOCUMENT_COMPLETION, served.completion, marks),
        (t.TEXT_DOCUMENT_DEFINITION, served.definition, None),
        (t.TEXT_DOCUMENT_REFERENCES, served.references, None),
        (t.TEXT_DOCUMENT_PREPARE_RENAME, served.prepare_rename, None),
        (t.TEXT_DOCUMENT_RENAME, served.rename, t.RenameOptions(prepare_provider=True)),
        (t.TEXT_DOCUMENT_DOCUMENT_SYMBOL, served.symbols, None),
        (t.TEXT_DOCUMENT_FOLDING_RANGE, served.folding, None),
        (t.TEXT_DOCUMENT_FORMATTING, served.formatting, None),
        (t.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, served.tokens, legend),
        (t.TEXT_DOCUMENT_SIGNATURE_HELP, served.signature, brackets),
        (t.TEXT_DOCUMENT_INLAY_HINT, served.inlay, None),
        (t.TEXT_DOCUMENT_CODE_LENS, served.lenses, None),
        (t.TEXT_DOCUMENT_CODE_ACTION, served.fixes, None),
    ]
    for name, answer, options in features:  # as partials, since pygls marks what it registers
        server.feature(name, options)(partial(answer))
    server.command("cairn.run")(partial(served.run))
    server.command("cairn.study")(partial(served.study))
    server.command("cairn.example")(partial(served.example))
    return server

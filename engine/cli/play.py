"""`cairn play`: from the command line's wishes to a game that is played in a window or terminal."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread

import typer

from engine.cli.arguments import PlayArguments
from engine.cli.background import learning
from engine.cli.errors import (
    STOPPED,
    open_game,
    read_agents,
    read_seed,
    read_settings,
    refuse,
    report_problem,
    say,
    speak,
)
from engine.cli.files import can_save, is_save
from engine.cli.guest import is_link, play_link
from engine.cli.language import language_of
from engine.cli.learn import first_game
from engine.cli.line_input import asked
from engine.cli.listing import players_in_words
from engine.cli.output import put
from engine.cli.positions import read_position, refuse_more
from engine.cli.replay import rules_of
from engine.cli.seats import seats_for
from engine.cli.text import command, opening
from engine.cli.textplay import PersonLeft, TextPlay
from engine.cli.window import in_window
from engine.game.arranged import lay_position
from engine.game.saves import read_save, write_save
from engine.game.session import Session
from engine.language.codes import Code
from engine.language.diagnostics import RulesError
from engine.language.escaping import plain
from engine.language.lexer import reader
from engine.language.message import Message
from engine.rules.catalogue import Catalogue
from engine.rules.files import library, own_rulesets
from engine.rules.library import library_entries
from engine.rules.load import Loaded
from engine.rules.shelf import grouped
from engine.table.deal import deal, resumed
from engine.table.seats import HUMAN, seats_of, usual_agent
from engine.teach.newcomer import is_newcomer, no_newcomer
from engine.teach.phrases import phrase


def play_game(args: PlayArguments) -> None:
    """Play one game, from its deal, an example or a save to its end; or at a table elsewhere."""
    if is_link(args.ruleset):
        play_link(args)
        return
    speak(language_of(args.lang))
    if args.begin is not None:
        _check_from(args)
    if args.rules is not None and (args.ruleset is None or not is_save(Path(args.ruleset))):
        raise refuse("--rules is for a save: cairn play SAVE --rules RULESET")
    if not args.train:
        _play(args)
        return
    if args.ruleset is None or is_save(Path(args.ruleset)):
        raise refuse(
            Message("--train needs a ruleset to train for: {command}", "cairn play RULESET --train")
        )
    loaded = open_game(args.ruleset)
    seats = len(read_agents(args.agents)) if args.agents else None
    players = args.players or seats or loaded.checked().header.players[0]
    with learning(loaded, players, args.settings):
        _play(args)


def _play(args: PlayArguments) -> None:
    if not args.text and in_window(lambda: _play_in_window(args)):
        return
    name = args.ruleset or _offer(language_of(args.lang))
    if name is None:
        return
    if args.save is not None:
        can_save(args.save)
    if is_save(Path(name)):
        session, seats = _resume(Path(name), args)
    else:
        session, seats = _begin(name, args)
    save = args.save or Path(f"{session.game.loaded.name}.save")
    if not session.history and _wants_a_tutor(session, seats, args):
        _run(first_game(session.game, args.seed is None, session.seed), args.save)
        return
    _run(TextPlay(session, seats, save, watch=args.watch), args.save)


def _wants_a_tutor(session: Session, seats: list[str], args: PlayArguments) -> bool:
    """Ask someone who has never played here whether a tutor shall sit with them."""
    alone = seats.count(HUMAN) == 1 and not args.watch and args.agents is None
    if not alone or not sys.stdin.isatty() or not is_newcomer():
        return False
    answer = asked(phrase("first time", session.game.language))
    no_newcomer()
    return bool(answer) and not answer.strip().casefold().startswith("n")


def _play_in_window(args: PlayArguments) -> None:
    from viewer.panels import open_app
    from viewer.window.startup import show

    desk = open_app(
        ruleset=args.ruleset,
        seats=None if args.agents is None else read_agents(args.agents),
        players=args.players,
        seed=None if args.seed is None else read_seed(args.seed),
        settings=read_settings(args.settings),
        save=args.save,
        study=args.free_undo,
        language=None if args.lang is None else language_of(args.lang),
        first=args.first,
        begins=None if args.begin is None else read_position(args.begin),
        rules=args.rules,
    )
    show(desk)


def _begin(name: str, args: PlayArguments) -> tuple[Session, list[str]]:
    loaded = open_game(name)
    if args.begin is not None:
        return _lay(loaded, args, read_position(args.begin))
    options = read_settings(args.settings)
    seats = seats_for(loaded.checked(), args.players, args.agents, HUMAN, usual_agent())
    session = deal(
        loaded,
        len(seats),
        seed=None if args.seed is None else read_seed(args.seed),
        options=options,
        study=args.free_undo,
        language=language_of(args.lang),
        first=args.first,
    )
    return session, seats


def _check_from(args: PlayArguments) -> None:
    refuse_more(
        {
            "--set": args.settings or None, "--players": args.players, "--seed": args.seed,
            "--first": args.first, "--train": args.train,
        }
    )  # fmt: skip
    if args.ruleset is None or is_save(Path(args.ruleset)):
        raise refuse("--from needs the ruleset: cairn play RULESET --from EXAMPLE")


def _lay(loaded: Loaded, args: PlayArguments, said: str) -> tuple[Session, list[str]]:
    laid = lay_position(loaded, said, language_of(args.lang))
    if laid.stopped:
        say(Message("The example goes only so far: {stopped}", laid.stopped))
    names = ",".join(seats_of(laid.session)) if args.agents is None else args.agents
    players = laid.session.game.players
    return laid.session, seats_for(loaded.checked(), players, names, HUMAN, usual_agent())


def _resume(path: Path, args: PlayArguments) -> tuple[Session, list[str]]:
    """Return the session of a save. What the save says can't be changed, but who sits where can."""
    if args.settings or args.seed is not None or args.free_undo or args.first is not None:
        raise refuse(
            Message(
                "{path} is a save; its seed, options, study mode and who began are what they were",
                path,
            )
        )
    save = read_save(path)
    loaded = rules_of(save, path, args.rules)
    language = language_of(args.lang)
    session, sat = resumed(save, loaded, str(path), language)
    given = args.agents or ",".join(sat) or None
    return session, seats_for(loaded.checked(), save.players, given, HUMAN, usual_agent())


def _run(play: TextPlay, save: Path | None) -> None:
    """Play; whatever ends it, the game is saved if that was asked for."""
    code = 0
    try:
        play.run()
    except PersonLeft as stopped:
        play.say(str(stopped))
    except KeyboardInterrupt:
        put()
        code = STOPPED
    except RulesError as problem:
        report_problem(problem)
        code = 1
    if save is not None:
        write_save(play.session, save, play.seats)
        play.tell("Saved to {path}. To read what happened:", path=plain(save))
        loaded = play.session.game.loaded
        play.say(f"  {opening('replay', save, loaded)}")
        if not play.session.over:
            play.tell("To go on:")
            play.say(f"  {opening('play', save, loaded)}")
    if code:
        raise typer.Exit(code)


# ------------------------------------------------------------------ without a ruleset


def _offer(language: str) -> str | None:
    """Let the person choose a ruleset from a list; None when there is no choice."""
    words = Catalogue(language)
    names = []
    shelf = grouped(library_entries(library(), language))
    known = [(found.name, found.path, found) for group in shelf for found in group.entries]
    own = [(p.name, p, None) for p in own_rulesets() if plain(p.name) == p.name]
    for name, path, entry in [*known, *own]:
        found = entry
        with suppress(RulesError):
            found = found or library_entries([path], language)[0]
        if found is None or found.errors:
            has = "{name} has mistakes; '{command}' shows them"
            put(f"     {words.filled(has, name=name, command=command('check', path))}")
            continue
        names.append(name)
        subtitle = f", {found.subtitle}" if found.subtitle else ""
        put(f"{len(names):>3}  {found.title}{subtitle} ({players_in_words(*found.players, words)})")
        put(f"     {name}")
    if not names:
        raise refuse("the library is empty; name a ruleset's file", Code.E601)
    # Whoever reads the list needn't wait for the grammar afterwards, which takes long at first.
    reading = Thread(target=reader, daemon=True)
    reading.start()
    while True:
        line = asked(words.text("Which game, by number or name?") + " ")
        if not line:
            put(words.text("No game was chosen; 'cairn play NAME' starts one at once."))
            return None
        answer = line.strip()
        if answer in ("q", "quit"):
            return None
        if answer.isdecimal() and 1 <= int(answer[:9]) <= len(names):
            answer = names[int(answer) - 1]
        if answer in names:
            reading.join()
            return answer
        none = "There is no game '{name}'; write a number from 1 to {last}, or q."
        put(words.filled(none, name=answer[:60], last=len(names)))

"""`cairn play LINK`: a table on another machine, in the window or in the terminal.

The server decides: it sends what the seat sees, this machine sends back what the player does.
"""

from __future__ import annotations

from dataclasses import fields, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING

from engine.cli.arguments import PlayArguments
from engine.cli.errors import refuse, speak, spoken
from engine.cli.language import language_of
from engine.cli.line_input import InputLines
from engine.cli.output import put
from engine.cli.window import in_window
from engine.distribution import install
from engine.language.codes import Code
from engine.language.message import Message
from engine.serving.client import Client
from engine.serving.links import TableLink, read_link

if TYPE_CHECKING:
    from engine.serving.dialling import Line

HERE = ("ruleset", "text", "lang")
"""The options of `cairn play` that mean something for a table on another machine."""
HOSTS = "a table on another machine is as its host has laid it; give only its link"
NO_LINK = "'{link}' is no link to a table; it looks like http://192.168.1.5:8765/#…"


def is_link(text: str | None) -> bool:
    """Return whether what is to be played is an address, not a ruleset."""
    return text is not None and text.strip().startswith(("http://", "https://"))


def table_link(text: str) -> TableLink:
    """Return a link in its parts. Raises RulesError (E603) for what is none."""
    link = read_link(text)
    if link is None:
        raise refuse(Message(NO_LINK, text[:80]))
    return link


def dial(link: TableLink, client: Client) -> Line:
    """Open a line to a table. Raises RulesError (E601) where the server can't be reached or lets
    nobody in, and E603 without the packages that it takes.
    """
    if find_spec("websockets") is None:
        raise refuse(
            Message("tables on other machines need more packages: {install}", install("serve"))
        )
    from engine.serving.dialling import Line, NotReachedError

    line = Line(link, client)
    try:
        line.open()
    except NotReachedError as problem:
        raise refuse(problem.args[0], Code.E601) from None
    if client.token != link.token:
        mine = link.with_token(client.token)
        put(spoken(Message("Your seat has a link of its own: {address}", mine)), flush=True)
    return line


def play_link(args: PlayArguments) -> None:
    """Play at a table on another machine until its game or the connection is over."""
    language = language_of(args.lang)
    speak(language)
    assert args.ruleset is not None
    for field in fields(args):
        if field.name not in HERE and getattr(args, field.name) != field.default:
            raise refuse(HOSTS)
    link = table_link(args.ruleset)
    if not args.text and in_window(lambda: _play_in_window(link, args)):
        return
    from engine.cli.guest_play import GuestPlay

    lines, again = InputLines(), True
    while again:
        line = dial(link, Client(link.token, language=language))
        link = replace(link, token=line.client.token)
        try:
            again = GuestPlay(line, language, lines).run()
        finally:
            line.close()


def _play_in_window(link: TableLink, args: PlayArguments) -> None:
    from viewer.remote.app import RemoteApp, preferences
    from viewer.window.startup import show, window_size

    prefs = preferences(None if args.lang is None else language_of(args.lang))
    size = window_size(prefs.window)
    client = Client(link.token, level="nodes", language=prefs.language, size=size)
    show(RemoteApp(dial(link, client), prefs))

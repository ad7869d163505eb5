"""`cairn join`: an AI player of this machine takes a seat at a table on another one."""

from __future__ import annotations

import queue
import time

from engine.agents.registry import check_name
from engine.cli.arguments import JoinArguments
from engine.cli.errors import refuse, say, speak, spoken
from engine.cli.guest import dial, table_link
from engine.cli.language import language_of
from engine.cli.output import put
from engine.language.codes import Code
from engine.language.message import Message
from engine.serving.agent_guest import AgentGuest
from engine.serving.agent_turns import AGENT_PAUSE
from engine.serving.client import LOST, Client
from engine.table.deal import new_seed

LOOK = 0.5
"""So many seconds are waited for news before it is looked whether the connection has ended."""


def join_table(args: JoinArguments) -> None:
    """Play until the game is over, the link may not come again, or Ctrl-C."""
    language = language_of(args.lang)
    speak(language)
    check_name(args.agent)
    link = table_link(args.link)
    client = Client(link.token, language=language, name=args.name or args.agent)
    line = dial(link, client)
    if client.seat is None:
        raise refuse("this link is for spectators; an AI player needs the link of a seat")
    plays = "{agent} plays in seat {seat}: {title}. Ctrl-C ends this; the seat is kept."
    put(spoken(Message(plays, args.agent, client.seat + 1, client.title)), flush=True)
    guest, lost = AgentGuest(line, args.agent, new_seed()), False
    from engine.serving.dialling import Lost

    try:
        while not client.ended:
            try:
                news = line.news.get(timeout=LOOK)
            except queue.Empty:
                continue
            if isinstance(news, Lost):
                if not lost:
                    say(LOST)
                lost = True
                continue
            lost = lost and news.message["type"] != "state"
            if news.message["type"] == "known":
                time.sleep(AGENT_PAUSE)
            guest.hear(news.message)
            if client.state is not None and client.state["over"]:
                won = client.seat + 1 in client.state["winners"]
                put(spoken("The game is over: won." if won else "The game is over: not won."))
                return
        raise refuse(client.ended, Code.E601)
    finally:
        guest.close()
        line.close()

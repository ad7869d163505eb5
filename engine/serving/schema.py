"""How tables are laid out in a database, the same in SQLite and in PostgreSQL.

Each step leads from one format to the next, so a store of any older format becomes a new one.
"""

from __future__ import annotations

STEPS = (
    """
create table rules (digest text primary key, main text not null, more text not null,
    texts text not null);
create table tables (id text primary key, made integer not null unique, title text not null,
    rules text not null references rules, players integer not null, seed text not null,
    options text not null, starter integer not null);
create table seats (game text not null references tables, seat integer not null,
    kind text not null, agent text not null, name text not null, primary key (game, seat));
create table log (game text not null references tables, number integer not null,
    kind text not null, seat integer not null, written text not null, act text,
    primary key (game, number));
create unique index acts on log (game, seat, act) where act is not null;
create table links (hash text primary key, game text not null references tables,
    role text not null, seat integer not null, unique (game, role, seat));
""",
    # Terms, times, rematches and chat.
    """
alter table tables add terms text not null default '{}';
alter table tables add follows text;
alter table tables add turned integer not null default 0;
alter table tables add spent bigint not null default 0;
create unique index followers on tables (follows);
alter table log add at bigint not null default 0;
alter table log add took bigint not null default 0;
create table chat (game text not null references tables, number integer not null,
    seat integer not null, name text not null, said text not null, at bigint not null,
    primary key (game, number));
""",
    # Who wants to take back is known to every server, and after a restart.
    """
create table wishes (game text not null references tables, seat integer not null,
    version integer not null, primary key (game, seat));
""",
    # A log has entries about changed rules; the tables are as before.
    "",
)
FORMAT = len(STEPS)
"""Of what this version stores. 1 had no terms, no times, no chat and no rematch; 2 no wishes; 3 no
changed rules.
"""


def statements(found: int) -> list[str]:
    """Return what leads from the format that was found, 0 for nothing, to this version's."""
    steps = (step.split(";") for step in STEPS[found:])
    return [statement.strip() for step in steps for statement in step if statement.strip()]

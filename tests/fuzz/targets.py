"""All targets by their names."""

from tests.fuzz.commands import COMMANDS
from tests.fuzz.editor import EDITOR
from tests.fuzz.files_beside import BESIDE, POLICIES
from tests.fuzz.games import MOVES, SAVES
from tests.fuzz.protocol import PROTOCOL
from tests.fuzz.rule_texts import RULES
from tests.fuzz.window import WINDOW

TARGETS = {
    "rules": RULES, "beside": BESIDE, "saves": SAVES, "policies": POLICIES, "moves": MOVES,
    "commands": COMMANDS, "protocol": PROTOCOL, "window": WINDOW, "editor": EDITOR,
}  # fmt: skip

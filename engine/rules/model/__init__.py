"""The checked model of a ruleset: every name resolved, every expression typed, nothing changes.

The model holds for every number of players and every option; `engine.compile` fixes those. Each
node keeps its span. Words (quoted sentences) are kept wherever the text has them.
"""

from engine.rules.model.expressions import *
from engine.rules.model.operators import *
from engine.rules.model.rules import *
from engine.rules.model.ruleset import *
from engine.rules.model.statements import *
from engine.rules.zone_kinds import Seen as Seen

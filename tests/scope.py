"""How much is tested: what tells most, or with CAIRN_ALL=1 everything, which takes an hour."""

import os
from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")
ALL = os.environ.get("CAIRN_ALL") == "1"


def telling(some: Sequence[Case], rest: Sequence[Case]) -> list[Case]:
    """Return the cases that tell most, and the rest too where everything is wanted."""
    return [*some, *(rest if ALL else ())]

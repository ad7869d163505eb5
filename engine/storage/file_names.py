"""Names of files that every system can have, and that mean no folder and no device on any."""

from __future__ import annotations

import unicodedata

_DEVICES = {"con", "prn", "aux", "nul", "conin$", "conout$"}
_DEVICES |= {f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"}
_FORBIDDEN = frozenset('/\\:*?"<>|')
LONGEST = 120
"""So many bytes a name may take; what is put behind it has room then."""


def usable_name(name: str) -> bool:
    """Return whether a name, with an ending behind it, is that of an ordinary file on every system.

    Windows has devices in every folder, whatever their ending, and drops dots and spaces at the
    end of a name; a dot at the beginning hides a file elsewhere.
    """
    if not 0 < len(name.encode("utf-8", "surrogatepass")) <= LONGEST:
        return False
    if any(char in _FORBIDDEN or unicodedata.category(char)[0] == "C" for char in name):
        return False
    if name[0] in ". " or name[-1] in ". ":
        return False
    return name.partition(".")[0].rstrip().casefold() not in _DEVICES

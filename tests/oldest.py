"""Print the lower bound of every package that Cairn and its tests need, as constraints for pip.

`make test-oldest` installs exactly these. Only the standard library is used: nothing is there yet.
"""

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"


def lower_bounds() -> list[str]:
    """Return `name==version` for every `name>=version` that the project names."""
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    needed = [*project["dependencies"], *(line for lines in extras for line in lines)]
    bounds = (re.match(r"([\w-]+)(?:\[\w+\])?>=([\d.]+)", line) for line in needed)
    return sorted({f"{bound[1]}=={bound[2]}" for bound in bounds if bound})


if __name__ == "__main__":
    print(*lower_bounds(), sep="\n")

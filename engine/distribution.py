"""What is installed: the distribution's name, its version, and how to install an extra of it."""

NAME = "cairn-tabletop"
"""The name on the package index. `cairn` there is another project, so no message may say it."""
VERSION = "0.2.0"


def install(extra: str) -> str:
    """Return the command that installs an extra of the distribution."""
    return f"pip install '{NAME}[{extra}]'"

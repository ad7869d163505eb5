"""The command line: `cairn`. Nothing imports from here but the entry point."""


def main() -> None:
    """Run `cairn` with the arguments of this process."""
    from engine.cli.process import run

    run()

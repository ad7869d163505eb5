"""A screen for the tests of the window."""

from collections.abc import Iterator

import pytest

from tests.viewer.window.screens import x_server


@pytest.fixture(scope="session")
def screen() -> Iterator[str]:
    """The display of an X server of the tests' own."""
    with x_server(1600, 1000) as display:
        yield display

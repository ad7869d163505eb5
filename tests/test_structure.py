"""Facts that are stated more than once become fewer, never more."""

from collections.abc import Callable

import pytest

from tests.structure import LIMITS, ROOT, Modules, modules


@pytest.fixture(scope="module")
def found() -> Modules:
    return modules(ROOT)


@pytest.mark.parametrize("count", LIMITS, ids=lambda count: count.__name__)
def test_a_thing_is_stated_in_no_more_places(
    found: Modules, count: Callable[[Modules], list[str]]
) -> None:
    places = count(found)
    assert len(places) <= LIMITS[count], places
    assert len(places) == LIMITS[count], f"fewer by now: lower the limit in {count.__module__}"

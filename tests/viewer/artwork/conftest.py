from collections.abc import Iterator
from pathlib import Path

import pytest

from viewer.artwork import rasterise


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Each test has an empty memory and an empty disk of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    rasterise.forget()
    rasterise.problems()
    yield rasterise.cache_folder()
    rasterise.forget()
    rasterise.problems()

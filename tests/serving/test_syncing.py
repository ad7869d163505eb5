"""The disk is waited for once for all who have written, and never believed after a fault."""

from __future__ import annotations

import asyncio
import threading

import pytest

from engine.serving.syncing import Syncing


def test_one_sync_serves_all_who_wrote_before_it_began() -> None:
    free, began = threading.Event(), list[int]()

    def sync() -> None:
        began.append(len(heard))
        assert free.wait(10)

    heard: list[str] = []

    async def guest(name: str) -> None:
        syncing.wrote()
        await syncing.done()
        heard.append(name)

    async def all_at_once() -> None:
        first = asyncio.create_task(guest("first"))
        while not began:
            await asyncio.sleep(0)
        others = [asyncio.create_task(guest("another")) for _ in range(3)]
        await asyncio.sleep(0)
        assert not heard
        free.set()
        await asyncio.gather(first, *others)

    syncing = Syncing(sync)
    asyncio.run(all_at_once())
    assert began == [0, 1]
    assert heard == ["first", "another", "another", "another"]


def test_a_disk_that_has_refused_once_is_never_believed_again() -> None:
    refuses = [OSError("no space left"), None]

    def sync() -> None:
        if (problem := refuses.pop(0)) is not None:
            raise problem

    async def write() -> None:
        for _ in range(2):
            syncing.wrote()
            with pytest.raises(OSError, match="no space left"):
                await syncing.done()

    syncing = Syncing(sync)
    asyncio.run(write())
    assert len(refuses) == 1

"""A new order of nodes, as a browser is told of it."""

from __future__ import annotations

import random

from viewer.page.order import order_sent, staying
from viewer.remote.board import Board


def test_what_is_sent_of_an_order_adds_up_to_it() -> None:
    chance, box = random.Random(1), {"box": [0, 0, 1, 1]}
    for _ in range(300):
        old = chance.sample("abcdefghij", chance.randrange(10))
        new = [id for id in old if chance.random() < 0.8]
        new += [id for id in "klm" if chance.random() < 0.3]
        for id in chance.sample(new, len(new) // 3):
            new.remove(id)
            new.insert(chance.randrange(len(new) + 1), id)
        board = Board()
        board.take({"nodes": dict.fromkeys(old, box), **order_sent([], old)})
        gone = [id for id in old if id not in new]
        board.take({"nodes": dict.fromkeys(new, box), "gone": gone, **order_sent(old, new)})
        assert [node.id for node in board.nodes] == new


def test_of_a_long_order_only_what_has_another_place_is_sent() -> None:
    old = [str(number) for number in range(100)]
    new = [old[70], *old[:70], *old[71:99], "new", old[99]]
    assert order_sent(old, new) == {"before": {"70": "0", "new": "99"}}
    assert order_sent(old, old) == {}
    assert len(staying(old, old[::-1])) == 1

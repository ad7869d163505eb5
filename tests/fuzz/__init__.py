"""Inputs that try to break Cairn: `python -m tests.fuzz TARGET --minutes N --seed S`.

A target (`target.py`) makes inputs and knows the public door through which they go in. Everything
else is the same for all of them: `running.py` numbers the cases, `watch.py` measures each.
"""

"""Games: the interpreter, sessions, moves, views, knowledge, explanations and saves."""

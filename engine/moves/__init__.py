"""Moves as numbers and as text: the static numbering of a game's moves, and their notation."""

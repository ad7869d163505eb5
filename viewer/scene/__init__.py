"""The table: from a view of a position to nodes, with or without a view file. Knows no pyglet."""

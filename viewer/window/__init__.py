"""The window: draws nodes, moves them from place to place, and turns input into calls on the app.

Only this room imports pyglet, and only when a window or a picture is asked for.
"""

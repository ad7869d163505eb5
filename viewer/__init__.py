"""The window that a game is played in.

It is still to come. It will show what `engine` lets a seat see and send back the moves that a
person makes, and it will import nothing of the engine but the public names of the package
`engine` itself.
"""

"""The names of the agents that go by a rule of thumb; an action's name follows in them."""

ALWAYS = {"always": True, "never": False}
"""By their names, as in always:draw and never:draw, whether they take their action."""

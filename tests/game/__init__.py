"""Properties of games as they are played."""

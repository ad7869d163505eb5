"""Players that are not people: they see what their seat knows and its legal moves, nothing else."""

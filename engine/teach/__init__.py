"""Teaching from the rules: one lesson plan, and the readers of it."""

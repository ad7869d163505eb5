"""What happened in a game: the record of each decision, as each reader may know it."""

"""What is found out about a checked model: what is unused, hidden, told, done at once."""

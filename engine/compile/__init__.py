"""A checked ruleset becomes a small program over one array of integers."""

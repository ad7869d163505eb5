"""Every construct of the language on a tiny ruleset: what the language tour says of it."""

"""What a ruleset means: names, types, the checked model, and why a text is refused."""

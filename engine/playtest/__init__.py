"""The checker that plays: what games by chance and by a plain agent show of rules."""

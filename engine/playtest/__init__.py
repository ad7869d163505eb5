"""The checker that plays: what games at random and by a plain agent show of rules."""

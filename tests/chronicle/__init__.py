"""Games with people and agents around them, whatever face they have."""

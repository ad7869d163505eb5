"""From a text to syntax: reading, reporting, and the one canonical form."""

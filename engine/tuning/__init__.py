"""Finding the value of a number of the rules for which games come out as wanted."""

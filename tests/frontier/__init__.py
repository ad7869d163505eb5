"""Games of many families, written from the language's reference alone."""

"""Tables that people reach from anywhere: what is stored, who holds a link, what is said."""

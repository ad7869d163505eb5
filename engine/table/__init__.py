"""A game with people and agents around it, without any picture: what every face of it shares."""

"""The person's side of a game, without any picture of it: what is chosen, asked, told and kept."""

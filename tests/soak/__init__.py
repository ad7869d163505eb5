"""Very many games of everything that there is: `python -m tests.soak` plays and checks them."""

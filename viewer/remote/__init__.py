"""The window as a guest of a server: it draws the nodes that come, and sends what is done."""

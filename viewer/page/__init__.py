"""The table in a browser: what the window draws, as messages, and the page that shows them."""

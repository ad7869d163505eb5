"""The editor room and the language server."""

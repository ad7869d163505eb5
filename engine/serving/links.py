"""Links to the tables of a server, as people send them to each other."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True)
class TableLink:
    """A link to a table in its parts. `page`: the address of the server's page."""

    page: str
    token: str

    @property
    def socket(self) -> str:
        """Return the address of the server's WebSocket."""
        return f"{self.page.replace('http', 'ws', 1)}ws"

    def with_token(self, token: str) -> str:
        """Return the link to the same server with another token."""
        return f"{self.page}#{token}"


def read_link(text: str) -> TableLink | None:
    """Return the parts of `http(s)://host/#token`, None for anything else.

    >>> read_link("http://192.168.1.5:8765/#abc")
    TableLink(page='http://192.168.1.5:8765/', token='abc')
    """
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname or not parts.fragment:
        return None
    if port == 0 or parts.username or parts.query or not parts.fragment.isascii():
        return None
    path = parts.path if parts.path.endswith("/") else f"{parts.path}/"
    return TableLink(f"{parts.scheme}://{parts.netloc}{path}", parts.fragment)

"""By which addresses people reach a server, and from which addresses they come.

A proxy that ends TLS is the one that says from where a guest comes; nobody else is believed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import TypeAlias
from urllib.parse import urlsplit

from engine.language.codes import Code
from engine.language.diagnostics import Diagnostic, RulesError
from engine.language.message import Message

Network: TypeAlias = IPv4Network | IPv6Network
LOOPBACK: tuple[Network, ...] = (IPv4Network("127.0.0.0/8"), IPv6Network("::1/128"))
HOUSEHOLD = 64
"""So many leading bits of an address of IPv6 are those of a household, as a rule."""


@dataclass(frozen=True)
class Addresses:
    """Where a server is. `site`: what links begin with, as `https://cairn.example.org`.

    `origins`: for each value of `Host` that it answers to, where its own pages come from.
    `proxies`: who is believed when they say for whom they ask.
    """

    site: str
    origins: Mapping[str, str]
    proxies: tuple[Network, ...] = ()

    def link(self, token: str) -> str:
        """Return the link of a token. A browser never sends what comes after `#`."""
        return f"{self.site}/#{token}"

    def answers(self, host: str, origin: str | None) -> bool:
        """Return whether a request is for this server, and comes from no other site's page.

        `origin`: None for a program, which sends none.
        """
        return host in self.origins and origin in (None, self.origins[host])

    def guest(self, peer: str, forwarded: Sequence[str] = ()) -> str:
        """Return the address of a guest, with which connections are counted.

        `forwarded`: the headers `X-Forwarded-For`. Each proxy appends the address of its client, so
        the last address that isn't a proxy's is the guest's. A guest can forge those before it.

        >>> here = Addresses("", {}, LOOPBACK)
        >>> here.guest("127.0.0.1", ["6.6.6.6, 192.0.2.7"]), here.guest("192.0.2.8", ["6.6.6.6"])
        ('192.0.2.7', '192.0.2.8')
        """
        found, named = peer, ",".join(forwarded).split(",")
        while self._proxy(found) and named:
            before = named.pop().strip()
            if not _readable(before):
                break
            found = before
        return _household(found)

    def _proxy(self, address: str) -> bool:
        return _readable(address) and any(ip_address(address) in net for net in self.proxies)


def direct(names: Sequence[str], port: int) -> Addresses:
    """Return the addresses of a server without a proxy, by its names, the best first."""
    origins = {f"{name}:{port}": f"http://{name}:{port}" for name in names}
    return Addresses(f"http://{names[0]}:{port}", origins)


def behind_proxy(url: str, proxies: Sequence[str], own: Addresses) -> Addresses:
    """Return the addresses of a server that people reach at a URL, through a proxy.

    `proxies`: addresses or networks, loopback for none. `own`: how it is reached without the proxy.
    Raises RulesError (E601) for what is no such URL or address.
    """
    name, port = _public(url)
    host = f"[{name}]" if ":" in name else name
    host += f":{port}" if port not in (None, 443) else ""
    site = f"https://{host}"
    trusted = tuple(map(_network, proxies)) or LOOPBACK
    return Addresses(site, {**own.origins, host: site}, trusted)


def _public(url: str) -> tuple[str, int | None]:
    """Return the name, as browsers send it, and the port of a public URL."""
    try:
        parts = urlsplit(url)
        name, port = (parts.hostname or "").encode("idna").decode("ascii"), parts.port
        whole = not (parts.path.strip("/") or parts.query or parts.fragment or parts.username)
        if name and whole and parts.scheme == "https":
            return name, port
    except ValueError:  # also what IDNA refuses
        pass
    said = "{url} is no public URL; it should look like https://cairn.example.org"
    raise RulesError(Diagnostic(Code.E601, Message(said, url)))


def _network(text: str) -> Network:
    try:
        return ip_network(text)
    except ValueError:
        said = "{address} is no address of a proxy; it should look like 10.0.0.5 or 10.0.0.0/24"
        raise RulesError(Diagnostic(Code.E601, Message(said, text))) from None


def _readable(address: str) -> bool:
    try:
        ip_address(address)
    except ValueError:
        return False
    return True


def is_loopback(address: str) -> bool:
    """Return whether an address is this machine's own."""
    return _readable(address) and any(ip_address(address) in network for network in LOOPBACK)


def _household(address: str) -> str:
    """Return the network of a household for an address of IPv6: it has 2⁶⁴ of them."""
    if ":" not in address:
        return address
    return str(ip_network((address.split("%")[0], HOUSEHOLD), strict=False))

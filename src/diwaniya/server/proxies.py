"""Where a request really comes from, if a reverse proxy that we trust passes it on.

uvicorn does the same for HTTP; a socket carried by picows never reaches that code.
"""

from __future__ import annotations

import ipaddress
import os
from functools import cache

_Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@cache
def _trusted() -> tuple[bool, frozenset[str], tuple[_Network, ...]]:
    """Everybody; or these hosts and networks, as `FORWARDED_ALLOW_IPS` names them (uvicorn's own
    variable).
    """
    names = [name.strip() for name in os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1").split(",")]
    networks = []
    for name in names:
        if "/" in name:
            try:
                networks.append(ipaddress.ip_network(name))
            except ValueError:
                continue
    return "*" in names, frozenset(names), tuple(networks)


def _is_trusted(address: str) -> bool:
    everybody, hosts, networks = _trusted()
    if everybody or address in hosts:
        return True
    try:
        return any(ipaddress.ip_address(address) in network for network in networks)
    except ValueError:
        return False


def forwarded(peer: str, secure: bool, headers: dict[str, str]) -> tuple[str, bool]:
    """Address and whether it came over TLS, from the peer and the (lower case) headers of the request."""
    if not _is_trusted(peer):
        return peer, secure
    if "x-forwarded-proto" in headers:
        secure = headers["x-forwarded-proto"].strip().lower() in ("https", "wss")
    hops = [hop.strip() for hop in headers.get("x-forwarded-for", "").split(",") if hop.strip()]
    for hop in reversed(hops):
        if not _is_trusted(hop):
            return hop[:64], secure
    return (hops[0][:64] if hops else peer), secure


def family_of(address: str) -> str:
    """What stands for one household in limits: an IPv4 address, or the network that an IPv6 address is one
    of.
    """
    if ":" not in address:
        return address
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, ipaddress.IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))

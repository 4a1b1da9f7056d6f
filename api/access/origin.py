"""Where a request comes from: another page's requests change nothing, and another name is no loopback."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


def from_elsewhere(headers: Mapping[str, str]) -> bool:
    """Whether a browser says that another site's page sends this; other programs say nothing of it."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    return origin is not None and origin.lower().partition("://")[2] != headers.get("host", "").lower()


def is_loopback(host: str | None) -> bool:
    """Whether an address or a name, with or without port, is this machine's own, whoever resolves it.

    Without accounts the name in ``Host`` counts too: a foreign page's name may be made to lead to 127.0.0.1.
    """
    if host is None:
        return False
    if not _is_address(host):
        try:
            host = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
    return host == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True

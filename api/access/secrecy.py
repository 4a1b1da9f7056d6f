"""Secrets handed out once: the store only knows their fingerprints."""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import secrets

#: Names what a text is, so that a scanner finds one that was published by mistake.
TOKEN_PREFIX = "crewroster_"
_BYTES = 32
_FEED_PATH = re.compile(r"(/ical/)[^\s?#\"]+")


def new_secret(prefix: str = "") -> str:
    """256 random bits as text for a header or an address."""
    return prefix + secrets.token_urlsafe(_BYTES)


def fingerprint(secret: str) -> str:
    """What the store keeps of a secret: its SHA-256. A random secret needs no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def csrf_token(session_secret: str) -> str:
    """The token that unsafe requests of a login must carry; nobody can tell it without the cookie."""
    return hmac.new(session_secret.encode(), b"csrf", hashlib.sha256).hexdigest()


def same(one: str, other: str) -> bool:
    """Whether two texts are equal, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


class WithoutFeedSecrets(logging.Filter):
    """Keeps the secrets of calendar addresses out of the record of requests."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(_hidden(part) for part in record.args)
        record.msg = _hidden(record.msg)
        return True


def hide_feed_secrets() -> None:
    """Put the filter before the server's record of requests, once."""
    log = logging.getLogger("uvicorn.access")
    if not any(isinstance(found, WithoutFeedSecrets) for found in log.filters):
        log.addFilter(WithoutFeedSecrets())


def _hidden(part: object) -> object:
    return _FEED_PATH.sub(r"\1…", part) if isinstance(part, str) else part

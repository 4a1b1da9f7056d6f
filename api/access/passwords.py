"""Passwords as argon2id hashes."""

from __future__ import annotations

import threading
import unicodedata
from dataclasses import dataclass, field
from functools import cached_property

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

#: Length bounds; what is longer would only make the server work.
SHORTEST, LONGEST = 12, 256
#: Each hash takes 64 MiB for a moment: a flood of logins must not take all memory.
_AT_ONCE = threading.BoundedSemaphore(4)


class WeakPasswordError(ValueError):
    """A password that must not be set."""


@dataclass
class Passwords:
    """Makes and checks hashes. One who does not exist is checked as well, so that the time tells nothing."""

    hasher: Argon2Hasher = field(default_factory=Argon2Hasher)

    @cached_property
    def _hash(self) -> PasswordHash:
        return PasswordHash((self.hasher,))

    @cached_property
    def _nobodys(self) -> str:
        return self._hash.hash("nobody has this password")

    def hashed(self, password: str) -> str:
        """The hash to keep."""
        with _AT_ONCE:
            return self._hash.hash(_composed(password))

    def verify(self, password: str, kept: str | None) -> bool:
        """Whether the password belongs to the hash; without a hash the work is done all the same."""
        with _AT_ONCE:
            matches = self._hash.verify(_composed(password), kept or self._nobodys)
        return matches and kept is not None


def acceptable(password: str, name: str) -> str:
    """The password, if it may be set.

    Raises
    ------
    WeakPasswordError
        If it is shorter than :data:`SHORTEST`, longer than :data:`LONGEST`, of fewer than four
        different characters, or the account's name.
    """
    composed = _composed(password)
    if not SHORTEST <= len(composed) <= LONGEST or len(set(composed)) < 4 or composed.casefold() == name.casefold():
        raise WeakPasswordError
    return password


def _composed(password: str) -> str:
    # The same ü is one character on one keyboard and two on another.
    return unicodedata.normalize("NFKC", password)

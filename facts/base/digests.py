"""SHA-256 digests that identify input and rule sets."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

DIGITS = 32
"""How many digits: two things of one digest, both of somebody's own making, take 2^64 tries to find."""


def digest_of(parts: Iterable[str]) -> str:
    """Digest some texts, each by itself: none runs into the next."""
    gathered = hashlib.sha256()
    for each in parts:
        gathered.update(each.encode("utf-8", "surrogatepass") + b"\0")
    return gathered.hexdigest()[:DIGITS]

"""Randomness of a run: every number follows from the plan's seed, a purpose and a place, in no order."""

import hashlib
from typing import TypeVar

T = TypeVar("T")


def derive(seed: str, purpose: str, *place: int, size: int) -> str:
    """Return `2 * size` hexadecimal digits that belong to one purpose (at most 16 bytes) and place.

    Who knows one of them, but not the seed, learns nothing about any other.
    """
    key = hashlib.sha256(seed.encode()).digest()
    text = ":".join(map(str, place)).encode()
    return hashlib.blake2b(text, key=key, person=purpose.encode(), digest_size=size).hexdigest()


class Draws:
    """A stream of draws that is the same on every machine and every version of Python."""

    def __init__(self, seed: str, purpose: str, *place: int) -> None:
        self._key = bytes.fromhex(derive(seed, purpose, *place, size=32))
        self._drawn = 0

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound - 1`. The bias, `bound` in 2**64, is of no account here."""
        text = self._drawn.to_bytes(8, "big")
        self._drawn += 1
        return int.from_bytes(hashlib.blake2b(text, key=self._key, digest_size=8).digest(), "big") % bound

    def shuffled(self, things: list[T]) -> list[T]:
        """Return the things in a random order."""
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in things]

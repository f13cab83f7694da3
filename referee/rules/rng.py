"""Keyed randomness: every draw is named by a seed, a purpose and a counter, and depends on nothing else.

Stable by construction on every Python version, and immune to play: what one seat does cannot shift a later
shuffle that has another purpose or counter.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_WORD = 1 << 64
_MASK = _WORD - 1


def _draws(bounds: Iterable[int], seed: str, purpose: str, counter: int) -> Iterator[int]:
    """For each bound a uniform integer from 0 to one less: splitmix64 started from a hash of the key.

    Words at the end of the range, which would make small integers likelier, are passed over.
    """
    key = f"{len(seed)}:{seed}:{purpose}:{counter}".encode()
    state = int.from_bytes(blake2b(key, digest_size=8).digest(), "big")
    for bound in bounds:
        word = limit = _WORD - _WORD % bound
        while word >= limit:
            state = (state + 0x9E3779B97F4A7C15) & _MASK
            word = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
            word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
            word ^= word >> 31
        yield word % bound


def draw(bound: int, seed: str, purpose: str, counter: int) -> int:
    """Return a uniform integer from 0 to `bound` - 1."""
    return next(_draws((bound,), seed, purpose, counter))


def shuffled(items: Sequence[T], seed: str, purpose: str, counter: int) -> list[T]:
    """Return `items` in uniformly random order (Fisher-Yates)."""
    result = list(items)
    last = len(result)
    for other in _draws(range(last, 1, -1), seed, purpose, counter):
        last -= 1
        result[last], result[other] = result[other], result[last]
    return result

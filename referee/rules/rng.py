"""Keyed randomness: every draw is named by a seed, a purpose and a counter, and depends on nothing else.

Stable by construction on every Python version, and immune to play: what one seat does cannot shift a later
shuffle that has another purpose or counter.
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_WORD = 1 << 64


def _words(seed: str, purpose: str, counter: int) -> Iterator[int]:
    """Uniform 64-bit words (splitmix64 started from a hash of the key)."""
    key = f"{len(seed)}:{seed}:{purpose}:{counter}".encode()
    state = int.from_bytes(blake2b(key, digest_size=8).digest(), "big")
    while True:
        state = (state + 0x9E3779B97F4A7C15) % _WORD
        word = state
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) % _WORD
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) % _WORD
        yield word ^ (word >> 31)


def _below(bound: int, words: Iterator[int]) -> int:
    """A uniform integer from 0 to `bound` - 1, without modulo bias."""
    limit = _WORD - _WORD % bound
    for word in words:
        if word < limit:
            return word % bound
    raise AssertionError("the stream of words does not end")


def draw(bound: int, seed: str, purpose: str, counter: int) -> int:
    """Return a uniform integer from 0 to `bound` - 1."""
    return _below(bound, _words(seed, purpose, counter))


def shuffled(items: Sequence[T], seed: str, purpose: str, counter: int) -> list[T]:
    """Return `items` in uniformly random order (Fisher-Yates)."""
    result = list(items)
    words = _words(seed, purpose, counter)
    for last in range(len(result) - 1, 0, -1):
        other = _below(last + 1, words)
        result[last], result[other] = result[other], result[last]
    return result

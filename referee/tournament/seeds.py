"""Seeds: chosen, fresh, or drawn in public where nobody could pick them."""

import hashlib
import re
import secrets
from pathlib import Path

GUESSABLE = 16
"""A chosen seed with fewer characters can be found by trying, when its SHA-256 is known."""

_HEX = re.compile(r"(?:0x)?([0-9A-Fa-f]{32,})")


def fresh_seed() -> str:
    """Return a seed that nobody can guess."""
    return secrets.token_hex(16)


def public_seed(source: str) -> str:
    """Return the seed that was drawn in public.

    `source` is the number itself, at least 32 hexadecimal digits, or the path of a file, whose SHA-256 in hexadecimal
    digits is then the seed. Raises ValueError, with a sentence, where it is neither.
    """
    number = _HEX.fullmatch(source)
    if number:
        return number[1].lower()
    try:
        return hashlib.sha256(Path(source).read_bytes()).hexdigest()
    except OSError as error:
        sentence = f"{source!r} is neither a file that can be read nor at least 32 hexadecimal digits"
        raise ValueError(sentence) from error

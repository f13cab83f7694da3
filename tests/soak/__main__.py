"""What takes too long for the tests: `python -m tests.soak [NAME...]` goes through all of it, or what is named."""

import sys
from collections.abc import Callable

from tests.soak import stopping

SOAKS: dict[str, Callable[[], None]] = {
    "stopping": stopping.main,
}
"""Each prints what it found, and raises what must not be."""


def main(*names: str) -> None:
    """Go through the soaks of these names, or through all."""
    for name in names or SOAKS:
        print(f"== {name}", flush=True)
        SOAKS[name]()


main(*sys.argv[1:])

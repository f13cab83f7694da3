"""Games that are over, as those who count them see them: be they fresh, from the store, or made up by a test."""

from collections.abc import Sequence
from typing import Protocol

from protocol.events import Score
from referee.match import SeatFault


class Seated(Protocol):
    """A game of which it is known who sat where; lists by seat."""

    @property
    def number(self) -> int:
        """Number of the game in its plan."""

    @property
    def bots(self) -> tuple[int, ...]:
        """Index of the bot in each seat."""


class Ranked(Seated, Protocol):
    """A game of which it is known how it ended."""

    @property
    def ranks(self) -> tuple[int, ...]:
        """Rank of each seat, 1 for the winner."""

    @property
    def scores(self) -> tuple[Score, ...]:
        """Score of each seat."""


class Judged(Seated, Protocol):
    """A game of which it is known who failed."""

    @property
    def faults(self) -> Sequence[SeatFault]:
        """One for each failure of a bot."""


class Played(Ranked, Judged, Protocol):
    """A game of which all is known."""

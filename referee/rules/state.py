"""The whole state of a game: plain data, JSON at any moment, changed only inside `referee.rules`.

The future of the game is data as well: `State.stack` holds the frames still to come, the next one last.
"""

from msgspec import Struct

from protocol.cards import Character, District
from protocol.events import MarkFace, MarkKind, Score
from protocol.messages import Setup
from referee.rules.frames import Frame


class Placed(Struct, frozen=True):
    """A district standing in a city, with the Artist's gold on it or not, and the cards beneath a Museum."""

    district: District
    beautified: bool = False
    beneath: tuple[District, ...] = ()


class Mark(Struct, frozen=True):
    """A character marked for the rest of the round, by `seat`; a face is hidden from the others until `shown`."""

    kind: MarkKind
    character: Character
    seat: int
    face: MarkFace | None = None
    shown: bool = False


class Batch(Struct, frozen=True):
    """`count` cards that went beneath the deck together, in an order nobody knows; `seats` know which cards."""

    count: int
    seats: tuple[int, ...]


class Turn(Struct):
    """The turn in progress: `builds` is what is left of the building limit, `used` what is used up.

    `spent` is the gold paid for districts, `paid_builds` how many districts were paid for, `played` the one
    that is paid for and has not risen yet.
    """

    seat: int
    character: Character
    builds: int
    gathered: bool = False
    used: list[str] = []
    spent: int = 0
    paid_builds: int = 0
    played: District | None = None

    def copy(self) -> "Turn":
        """Return an independent copy."""
        return Turn(
            self.seat,
            self.character,
            self.builds,
            self.gathered,
            self.used[:],
            self.spent,
            self.paid_builds,
            self.played,
        )


class Holder(Struct, frozen=True):
    """A character that is for certain with `seat`."""

    seat: int
    character: Character


class Seat(Struct):
    """One player: possessions, this round's characters, and what the player knows of hidden things.

    `characters` were picked, `shown` are those of them that all have seen; `offers` are the stacks the seat
    was handed in the selection, `set_aside` the characters it put away facedown; `drawn` are cards to choose
    from; `known[s]` are cards that are for certain in the hand of seat s because this seat saw them.
    `holders` are characters it knows to be with others since a Theater exchanged them.
    `completed` stays true once the city was completed.
    """

    gold: int
    hand: list[District]
    city: list[Placed]
    known: list[tuple[District, ...]]
    characters: list[Character] = []
    shown: list[Character] = []
    offers: list[tuple[Character, ...]] = []
    set_aside: list[Character] = []
    drawn: list[District] = []
    holders: list[Holder] = []
    completed: bool = False

    def copy(self) -> "Seat":
        """Return an independent copy."""
        return Seat(
            self.gold,
            self.hand[:],
            self.city[:],
            self.known[:],
            self.characters[:],
            self.shown[:],
            self.offers[:],
            self.set_aside[:],
            self.drawn[:],
            self.holders[:],
            self.completed,
        )

    def has(self, district: District) -> bool:
        """Tell whether `district` stands in the city."""
        return any(placed.district == district for placed in self.city)


class State(Struct):
    """A game at one moment.

    `deck` ends with its top card and `beneath` describes its bottom, the lowest batch first. `draws` counts
    the random draws that depend on play. `starter` is the seat that was
    crowned when the round began. `pile` is the stack of characters going round in the selection,
    `facedown` the ones discarded unseen in order. `called` is the rank called last, 0 before the first call.
    `first_completed` is the seat whose city was completed first. `scores` is there when the game is over.
    """

    setup: Setup
    seed: str
    seats: list[Seat]
    deck: list[District]
    crown: int
    stack: list[Frame]
    beneath: list[Batch] = []
    draws: int = 0
    round: int = 0
    starter: int = 0
    called: int = 0
    pile: list[Character] = []
    faceup: list[Character] = []
    facedown: list[Character] = []
    marks: list[Mark] = []
    taxes: int = 0
    first_completed: int | None = None
    turn: Turn | None = None
    scores: tuple[Score, ...] | None = None

    def then(self, *frames: Frame) -> None:
        """Put `frames` before everything that is still to come; the first named comes first."""
        self.stack.extend(frames[::-1])

    def copy(self) -> "State":
        """Return an independent copy."""
        return State(
            self.setup,
            self.seed,
            [seat.copy() for seat in self.seats],
            self.deck[:],
            self.crown,
            self.stack[:],
            self.beneath[:],
            self.draws,
            self.round,
            self.starter,
            self.called,
            self.pile[:],
            self.faceup[:],
            self.facedown[:],
            self.marks[:],
            self.taxes,
            self.first_completed,
            self.turn.copy() if self.turn else None,
            self.scores,
        )

    def active(self) -> Turn:
        """Return the turn in progress, which must exist."""
        assert self.turn is not None, "no turn is in progress"
        return self.turn

    def marked(self, kind: MarkKind, character: Character) -> Mark | None:
        """Return the mark of `kind` on `character`, if there is one."""
        for mark in self.marks:
            if mark.kind == kind and mark.character == character:
                return mark
        return None

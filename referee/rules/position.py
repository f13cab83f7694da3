"""Positions: a table at some point of a game, described plainly and as far as it matters.

`placing.place` turns a position into a state and fills in legally whatever the position leaves open.
"""

from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from protocol.cards import Character, District, UniqueDistrict
from protocol.events import MarkFace
from referee.rules.errors import RulesError
from referee.rules.setup import ROUND_LIMIT

Point: TypeAlias = Literal["selection", "theater", "call", "turn", "round end", "scoring"]
"""Where in a round: before the first pick, after the last one, before a call, within a turn, after the last call,
before the scoring."""

POINTS: tuple[Point, ...] = get_args(Point)

Named: TypeAlias = Literal["killed", "bewitched", "robbed"]
"""Marks that one character bears, openly."""

MAX_GOLD = 10_000
"""More gold than any game brings together."""


class At(Struct, frozen=True):
    """A point of a round; `character` is the one to be called or taking its turn, `seat` whose turn it is."""

    point: Point
    character: Character | None = None
    seat: int | None = None


class Standing(Struct, frozen=True):
    """A district in a city."""

    district: District
    beautified: bool = False


class Holding(Struct, frozen=True):
    """What one player has: gold in the stash, cards in hand, the city, this round's characters.

    `museum` are the cards beneath a Museum in the city. `knows` are cards that the player knows to be in the hand
    of a seat.
    """

    gold: int = 2
    hand: tuple[District, ...] = ()
    city: tuple[Standing, ...] = ()
    characters: tuple[Character, ...] = ()
    museum: tuple[District, ...] = ()
    knows: dict[int, tuple[District, ...]] = {}


class Warrants(Struct, frozen=True):
    """The characters with the Magistrate's warrants, and whether the signed one has been turned up."""

    signed: Character | None = None
    blank: tuple[Character, ...] = ()
    shown: bool = False


class Threats(Struct, frozen=True):
    """The characters with the Blackmailer's threats, which of these have been turned up and which bought off."""

    flowered: Character | None = None
    plain: Character | None = None
    shown: tuple[MarkFace, ...] = ()
    removed: tuple[MarkFace, ...] = ()


class Position(Struct, frozen=True):
    """A table at one point of a game.

    `cast` and `districts` are cards that must be in the box. `deck` are the cards on top, in the order in which
    they will be drawn; with `rest` all cards that are mentioned nowhere are in the hand of that seat and the deck
    is nothing but `deck`. `pile` are characters in the order in which they come up to be discarded. `completed`
    are the seats that completed their cities, in that order. `marks` says which characters are marked. Of a turn,
    `used` says what is used up, `spent` how much gold was paid for districts and `paid` for how many of them.
    """

    at: At
    seats: int = 4
    edition: Literal["2016"] = "2016"
    seed: str = "scenario"
    round: int = 1
    round_limit: int = ROUND_LIMIT
    cast: tuple[Character, ...] = ()
    districts: tuple[UniqueDistrict, ...] = ()
    players: dict[int, Holding] = {}
    crown: int | None = None
    deck: tuple[District, ...] = ()
    rest: int | None = None
    pile: tuple[Character, ...] = ()
    faceup: tuple[Character, ...] = ()
    facedown: tuple[Character, ...] = ()
    marks: dict[Named, Character] = {}
    warrants: Warrants | None = None
    threats: Threats | None = None
    taxes: int = 0
    completed: tuple[int, ...] = ()
    gathered: bool = False
    builds: int | None = None
    used: tuple[str, ...] = ()
    spent: int | None = None
    paid: int | None = None

    def holding(self, seat: int) -> Holding:
        """Return what `seat` has."""
        return self.players.get(seat, Holding())


class Fault(Struct, frozen=True):
    """One thing that is wrong with a position: `path` leads to it by the names of the fields."""

    path: tuple[str | int, ...]
    sentence: str


class PositionError(RulesError):
    """A position that no game can reach; `faults` holds everything that is wrong."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(fault.sentence for fault in faults))
        self.faults = tuple(faults)

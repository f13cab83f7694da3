"""What lies on the table: stashes, hands, cities, the deck, the tokens of the round."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from protocol.cards import Character, District
from protocol.events import MarkFace
from tests.oracle.tables import COST


@dataclass(eq=False)
class Site:
    """A district standing in a city, the Artist's coin on it or not, with the cards beneath a Museum."""

    district: District
    coin: bool = False
    beneath: Counter[District] = field(default_factory=Counter)

    @property
    def cost(self) -> int:
        """The building cost, in gold; a coin makes it permanently one more."""
        return COST[self.district] + self.coin


@dataclass(eq=False)
class Player:
    """One seat: its stash, hand, city, characters of this round, and what it has shown of them."""

    seat: int
    gold: int = 0
    hand: Counter[District] = field(default_factory=Counter)
    city: list[Site] = field(default_factory=list)
    characters: list[Character] = field(default_factory=list)
    shown: list[Character] = field(default_factory=list)
    completed: bool = False

    def has(self, district: District) -> bool:
        """Tell whether the district stands in the city."""
        return any(site.district == district for site in self.city)

    def site(self, district: District, coin: bool) -> Site | None:
        """Return such a district of the city, or None."""
        return next((site for site in self.city if (site.district, site.coin) == (district, coin)), None)

    @property
    def size(self) -> int:
        """The number of districts towards completion: the Monument counts as two."""
        return len(self.city) + self.has("monument")


class Deck:
    """The district deck: layers from the top, of which the cards are known, but not their order within."""

    def __init__(self, cards: Iterable[District]) -> None:
        self.layers = [Counter(cards)]

    def __len__(self) -> int:
        return sum(layer.total() for layer in self.layers)

    def draw(self, cards: Sequence[District]) -> District | None:
        """Take these cards from the top. Return the first that cannot lie there, or None."""
        for card in cards:
            self.layers = [layer for layer in self.layers if layer]
            if not self.layers or not self.layers[0][card]:
                return card
            self.layers[0] -= Counter([card])
        return None

    def top(self) -> list[District]:
        """Return what the next card may be."""
        return sorted(next((layer for layer in self.layers if layer), Counter()))

    def put_beneath(self, cards: Iterable[District]) -> None:
        """Put cards beneath the deck, together and in an unknown order."""
        self.layers.append(Counter(cards))

    def shuffle_in(self, cards: Iterable[District]) -> None:
        """Shuffle cards into the whole deck, after which nothing is known of its order."""
        self.layers = [sum(self.layers, Counter(cards))]


@dataclass
class Marks:
    """The markers that a seat has put on characters, by character."""

    seat: int
    faces: dict[Character, MarkFace]


@dataclass
class Round:
    """What is true for this round only."""

    number: int
    killed: Character | None = None
    bewitched: Character | None = None
    witch: int | None = None
    robbed: Character | None = None
    thief: int | None = None
    threats: Marks = field(default_factory=lambda: Marks(-1, {}))
    warrants: Marks = field(default_factory=lambda: Marks(-1, {}))
    sheltered: int | None = None
    crowned_rank_shown_by: int | None = None


@dataclass
class Turn:
    """A turn in progress, as which character, and what was done in it.

    `refundable` is the gold paid to build that has not been given back; `paid_before` tells that a district has
    been paid for.
    """

    player: Player
    character: Character
    builds: int
    gathered: bool = False
    used: set[str] = field(default_factory=set)
    refundable: int = 0
    paid_before: bool = False

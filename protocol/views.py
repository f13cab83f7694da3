"""What one seat may see of the table at the moment it is asked."""

from msgspec import Struct

from protocol.cards import Character, District
from protocol.events import MarkFace, MarkKind


class View(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of everything in a view: immutable, fields at their default are left out of the line."""


class CityDistrict(View, frozen=True):
    """A district in a city, with the Artist's gold on it or not, and how many cards lie beneath a Museum."""

    district: District
    beautified: bool = False
    beneath: int = 0


class PlayerView(View, frozen=True):
    """What everyone sees of a seat.

    `hand` is the number of cards; `city` is in the order of building; `characters` are those the seat has
    shown this round; `completed` tells that its city was completed at some moment of the game.
    """

    gold: int
    hand: int
    city: tuple[CityDistrict, ...]
    characters: tuple[Character, ...] = ()
    completed: bool = False


class MarkView(View, frozen=True):
    """A character marked for this round, and by which seat; the `face` of a warrant or threat if known."""

    mark: MarkKind
    character: Character
    seat: int
    face: MarkFace | None = None


class TurnView(View, frozen=True):
    """The turn in progress: `builds` is what is left of the building limit, `used` the abilities used up.

    `played` is a district that is paid for and has not risen yet; `spent` is the gold paid for districts in this
    turn and not given back, `paid` the number of districts paid for, not by a sacrifice. `victims` are the seats
    that the ability in progress takes cards from: the Wizard's one, those to whom the Seer must give.
    """

    seat: int
    character: Character
    builds: int
    gathered: bool = False
    used: tuple[str, ...] = ()
    played: District | None = None
    spent: int = 0
    paid: int = 0
    victims: tuple[int, ...] = ()


class KnownHand(View, frozen=True):
    """Cards that are for certain in the hand of `seat`, because this seat saw them get there."""

    seat: int
    cards: tuple[District, ...]


class KnownCharacter(View, frozen=True):
    """A character that is for certain with `seat`, because a Theater exchanged it."""

    seat: int
    character: Character


class OwnView(View, frozen=True):
    """What only this seat knows.

    `hand` and `drawn` (cards to choose from now) are sorted; `characters` are the ones picked this round;
    `offers` the stacks it was handed this round, in order; `set_aside` the characters it put away facedown;
    `museum` are the cards beneath its Museum, sorted.
    `beneath` lists the cards at the bottom of the deck, the lowest last, from the first that this seat
    knows; `null` is a card it does not know. Cards put there together lie in an unknown order.
    """

    seat: int
    hand: tuple[District, ...]
    characters: tuple[Character, ...] = ()
    drawn: tuple[District, ...] = ()
    offers: tuple[tuple[Character, ...], ...] = ()
    set_aside: tuple[Character, ...] = ()
    known_hands: tuple[KnownHand, ...] = ()
    known_characters: tuple[KnownCharacter, ...] = ()
    museum: tuple[District, ...] = ()
    beneath: tuple[District | None, ...] = ()


class TableView(View, frozen=True):
    """The whole table as one seat sees it.

    `deck` is the number of cards in the deck, `called` the rank called last (0 during the selection),
    `faceup` the characters discarded faceup this round, `taxes` the gold on the Tax Collector's token,
    `first_completed` the seat whose city was completed first, `swapped` the two seats between which a Theater
    exchanged characters this round.
    """

    round: int
    crown: int
    deck: int
    players: tuple[PlayerView, ...]
    you: OwnView
    called: int = 0
    faceup: tuple[Character, ...] = ()
    marks: tuple[MarkView, ...] = ()
    taxes: int = 0
    turn: TurnView | None = None
    first_completed: int | None = None
    swapped: tuple[int, ...] = ()

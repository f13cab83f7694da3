"""The closed list of moments at which a card can change what happens, and who has hooked them.

A card's module registers its functions here when it is imported; the flow of the game looks them up by the
cards that matter at that moment. Nothing else connects cards to the flow.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from protocol.cards import Character, District
from protocol.events import AnyEvent, MarkKind
from referee.rules.frames import Frame, Raise
from referee.rules.state import Mark, Placed, State

if TYPE_CHECKING:
    from referee.rules.scoring import Tally

Events = list[AnyEvent]


class Duty(NamedTuple):
    """An action that must come before the end of the turn: its kind, what it uses, the rule, a sentence."""

    kind: type
    use: str
    rule: str
    sentence: str


class Bonus(NamedTuple):
    """Points that a district scores: the id of the rule, and how many."""

    rule: str
    points: Callable[["Tally"], int]


ON_MARKED_REVEAL: dict[MarkKind, Callable[[State, int, Mark, Events], None]] = {}
"""A marked character is revealed at its call, by seat: the mark takes effect (the Thief takes the gold)."""

OPENING: dict[Character, Callable[[int], Frame]] = {}
"""What a character does, by seat, as soon as its turn lets it do anything (the King takes the crown)."""

COURSE: dict[Character, Callable[[int], tuple[Frame, ...]]] = {}
"""A character whose turn, of seat, takes another course than the usual one."""

MARKED_COURSE: dict[MarkKind, Callable[[State, int, Mark, tuple[Frame, ...]], tuple[Frame, ...]]] = {}
"""A marked character whose turn, of seat, takes another course, in which the opening given has its place.

No frames when the mark does nothing.
"""

SILENCED: set[MarkKind] = set()
"""Marks that keep a character from answering its call."""

AFTER_SELECTION: dict[District, Callable[[State, int], Frame]] = {}
"""A district in the city of seat brings a question between the selection and the first call."""

DUTIES: dict[Character, Duty] = {}
"""What a character must have done before its turn ends."""

GATHER_EXTRA_CARDS: dict[District, int] = {}
"""A district in the city adds cards to those drawn when gathering."""

GATHER_EXTRA_GOLD: dict[District, int] = {}
"""A district in the city adds gold to that gained when gathering."""

GATHER_KEEP_ALL: set[District] = set()
"""A district in the city lets its owner keep all cards drawn when gathering."""

COUNTS_FOR_INCOME: set[District] = set()
"""A district counts as any type for abilities that gain resources."""

COST: dict[District, Callable[[District], int]] = {}
"""A district in the city changes, by so much gold, what its owner pays to build another."""

ALLOWS_DUPLICATES: set[District] = set()
"""A district in the city lets its owner build districts that stand there already."""

ALLOWS_DUPLICATES_AS: set[Character] = set()
"""A character that may build districts that stand in the city already."""

BANS_BUILDING: dict[Character, str] = {}
"""A character that cannot build by any means, by the rule."""

OFF_LIMIT: dict[District, set[Character | None]] = {}
"""A district that does not count against the building limit, for these characters, `None` for all."""

BARRED: dict[District, Callable[[State, int], str | None]] = {}
"""A district that cannot be built in some cities: the rule, or None when it can be built by seat."""

SACRIFICED: set[District] = set()
"""A district that may be destroyed instead of paying for any other."""

BUILT_BY_SACRIFICE: set[District] = set()
"""A district for which any other of the city may be destroyed instead of paying."""

LENDS_GOLD: dict[Character, str] = {}
"""A character that may borrow what is missing for a district, by the name of the ability that it uses up."""

BEFORE_RISING: dict[MarkKind, Callable[[State, Mark, Raise], Frame]] = {}
"""The first district that the marked character paid for is about to rise: the rising, or a question before it."""

COUNTS_AS: dict[District, int] = {}
"""A district that counts as several towards a completed city."""

TAKES_CARDS: set[District] = set()
"""A district that cards from the hand may pay for, one gold each."""

ON_BUILT: dict[Character, Callable[[State, int, Events], None]] = {}
"""A district was built by seat, with the character in the cast, whoever holds it."""

PROTECTED_DISTRICT: dict[District, str] = {}
"""A district that the rank 8 character cannot touch, by the rule that says so."""

SURCHARGE: dict[District, Callable[[Placed], int]] = {}
"""A district in a city makes the rank 8 ability on another one there dearer, in gold."""

PROTECTS_CITY: dict[Character, str] = {}
"""A character whose holder's city the rank 8 character cannot touch once it is shown, by the rule."""

AT_TURN_END: dict[District, Callable[[State, int, Events], None]] = {}
"""A turn of seat, with the district in the city, is over. They act in the order in which they stand here."""

AT_TURN_END_AS: dict[Character, Callable[[State, int, Events], None]] = {}
"""A turn of seat as the character is over, after all districts."""

AT_ROUND_END: dict[Character, Callable[[State, Events], None]] = {}
"""All ranks of a round with the character in the cast have been called; in order of rank. May add questions."""

SCORE: dict[District, Bonus] = {}
"""Points that a district in the city scores beyond its cost."""

SCORE_FROM_HAND: dict[District, Bonus] = {}
"""Points that a card in the hand scores."""

ANY_TYPE_IN_SCORING: set[District] = set()
"""A district that counts in the scoring as the type that is best for its owner."""

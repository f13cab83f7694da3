"""The closed list of moments at which a card can change what happens, and who has hooked them.

A card's module registers its functions here when it is imported; the flow of the game looks them up by the
cards that matter at that moment. Nothing else connects cards to the flow.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from protocol.cards import Character, District
from protocol.events import AnyEvent, MarkKind
from referee.rules.state import Mark, State

if TYPE_CHECKING:
    from referee.rules.scoring import Tally

Events = list[AnyEvent]

ON_REVEAL: dict[Character, Callable[[State, int, Events], None]] = {}
"""A character is revealed at its call, by seat: it acts at once (the King takes the crown)."""

ON_MARKED_REVEAL: dict[MarkKind, Callable[[State, int, Mark, Events], None]] = {}
"""A marked character is revealed at its call, by seat: the mark takes effect (the Thief takes the gold)."""

SILENCED: set[MarkKind] = set()
"""Marks that keep a character from answering its call."""

GATHER_EXTRA_CARDS: dict[District, int] = {}
"""A district in the city adds cards to those drawn when gathering."""

GATHER_KEEP_ALL: set[District] = set()
"""A district in the city lets its owner keep all cards drawn when gathering."""

COUNTS_FOR_INCOME: set[District] = set()
"""A district counts as any type for abilities that gain resources."""

COST: dict[District, Callable[[District], int]] = {}
"""A district in the city changes, by so much gold, what its owner pays to build another."""

ALLOWS_DUPLICATES: set[District] = set()
"""A district in the city lets its owner build districts that stand there already."""

TAKES_CARDS: set[District] = set()
"""A district that cards from the hand may pay for, one gold each."""

ON_BUILT: dict[Character, Callable[[State, int, Events], None]] = {}
"""A district was built by seat, with the character in the cast, whoever holds it."""

PROTECTED_DISTRICT: dict[District, str] = {}
"""A district that the rank 8 character cannot touch, by the rule that says so."""

PROTECTS_CITY: dict[Character, str] = {}
"""A character whose holder's city the rank 8 character cannot touch once it is shown, by the rule."""

AT_ROUND_END: dict[Character, Callable[[State, Events], None]] = {}
"""All ranks of a round with the character in the cast have been called; in order of rank."""

SCORE: dict[District, Callable[["Tally"], int]] = {}
"""Points that a district in the city scores beyond its cost."""

ANY_TYPE_IN_SCORING: set[District] = set()
"""A district that counts in the scoring as the type that is best for its owner."""

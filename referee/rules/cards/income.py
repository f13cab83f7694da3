"""Resources for districts of the character's type: the ability that ranks 4, 5, 6 and 8 share."""

from collections.abc import Callable, Iterator

from protocol.actions import AnyAction, CollectIncome
from protocol.cards import Character
from referee.rules import changes
from referee.rules.editions import EDITIONS
from referee.rules.engine import Events
from referee.rules.errors import IllegalAction
from referee.rules.moments import COUNTS_FOR_INCOME
from referee.rules.state import State
from referee.rules.turn import Verb, ability

USE = "collect_income"


def matching(state: State, seat: int) -> int:
    """Return how many districts of `seat` earn income for the character it plays (TRN-07, DST-33)."""
    tables = EDITIONS[state.setup.edition]
    wanted = tables.characters[state.active().character].income
    return sum(
        [
            tables.districts[placed.district].type == wanted or placed.district in COUNTS_FOR_INCOME
            for placed in state.seats[seat].city
        ]
    )


def check_any(state: State, seat: int) -> None:
    """Raise IllegalAction when no district earns income now."""
    if not matching(state, seat):
        raise IllegalAction(
            "nothing_to_gain", "ability-income-kind-per-character", "No district earns income now.", "/kind"
        )


def _options(state: State, seat: int) -> Iterator[AnyAction]:
    if matching(state, seat):
        yield CollectIncome()


def _check(state: State, seat: int, action: CollectIncome) -> None:
    check_any(state, seat)
    if action.cards:
        raise IllegalAction(
            "bad_choice", "ability-income-kind-per-character", "Only the Abbot chooses cards.", "/cards"
        )


def _collect_gold(state: State, seat: int, _action: CollectIncome, out: Events) -> None:
    """All at once; a district built later earns nothing this turn (TRN-06)."""
    changes.gain_gold(state, seat, matching(state, seat), "income", out)


def _collect_cards(state: State, seat: int, _action: CollectIncome, out: Events) -> None:
    """All at once, as far as the deck goes (TRN-06, DCK-03)."""
    changes.gain_cards(state, seat, matching(state, seat), "income", out)


def _income(character: Character, collect: Callable[[State, int, CollectIncome, Events], None]) -> None:
    ability(character, CollectIncome, Verb(_options, _check, collect, use=USE))


def gold_income(character: Character) -> None:
    """Give `character` the ability to gain one gold for each district of its type."""
    _income(character, _collect_gold)


def card_income(character: Character) -> None:
    """Give `character` the ability to gain one card for each district of its type."""
    _income(character, _collect_cards)

"""Gold for districts of the character's type: the ability that ranks 4, 5, 6 and 8 share."""

from collections.abc import Iterator

from protocol.actions import AnyAction, CollectIncome
from protocol.cards import Character
from referee.rules import changes
from referee.rules.editions import EDITIONS
from referee.rules.engine import Events
from referee.rules.errors import IllegalAction
from referee.rules.moments import COUNTS_FOR_INCOME
from referee.rules.state import State
from referee.rules.turn import Verb, ability


def matching(state: State, seat: int) -> int:
    """Return how many districts of `seat` earn income for the character it plays (TRN-07, DST-33)."""
    tables = EDITIONS[state.setup.edition]
    wanted = tables.characters[state.active().character].income
    return sum(
        tables.districts[placed.district].type == wanted or placed.district in COUNTS_FOR_INCOME
        for placed in state.seats[seat].city
    )


def _options(state: State, seat: int) -> Iterator[AnyAction]:
    if matching(state, seat):
        yield CollectIncome()


def _check(state: State, seat: int, _action: CollectIncome) -> None:
    if not matching(state, seat):
        raise IllegalAction(
            "nothing_to_gain", "ability-income-kind-per-character", "No district earns income now.", "/kind"
        )


def _collect(state: State, seat: int, _action: CollectIncome, out: Events) -> None:
    """All at once; a district built later earns nothing this turn (TRN-06)."""
    changes.gain_gold(state, seat, matching(state, seat), "income", out)


def gold_income(character: Character) -> None:
    """Give `character` the ability to gain one gold for each district of its type."""
    ability(character, CollectIncome, Verb(_options, _check, _collect, use="collect_income"))

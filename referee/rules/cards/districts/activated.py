"""Unique districts that their owner uses once a turn: Laboratory, Smithy."""

from collections.abc import Iterator

from protocol.actions import AnyAction, Laboratory, Smithy
from referee.rules import changes
from referee.rules.engine import Events
from referee.rules.errors import IllegalAction
from referee.rules.state import State
from referee.rules.turn import Verb, district_action

SMITHY_PRICE = 2
SMITHY_CARDS = 3
LABORATORY_GOLD = 2


def _laboratory_options(state: State, seat: int) -> Iterator[AnyAction]:
    for card in sorted(set(state.seats[seat].hand)):
        yield Laboratory(card)


def _check_laboratory(state: State, seat: int, action: Laboratory) -> None:
    if action.card not in state.seats[seat].hand:
        raise IllegalAction("not_in_hand", "DST-09", f"P{seat} has no {action.card} in hand.", "/card")


def _laboratory(state: State, seat: int, action: Laboratory, out: Events) -> None:
    changes.discard_cards(state, seat, (action.card,), "laboratory", out)
    changes.gain_gold(state, seat, LABORATORY_GOLD, "laboratory", out)


def _smithy_options(state: State, seat: int) -> Iterator[AnyAction]:
    if state.seats[seat].gold >= SMITHY_PRICE:
        yield Smithy()


def _check_smithy(state: State, seat: int, _action: Smithy) -> None:
    """The price is due even when the deck is short of cards (DST-10)."""
    gold = state.seats[seat].gold
    if gold < SMITHY_PRICE:
        raise IllegalAction(
            "unaffordable",
            "DST-10",
            f"The Smithy costs {SMITHY_PRICE} gold, and P{seat} has {gold}.",
            "/kind",
        )


def _smithy(state: State, seat: int, _action: Smithy, out: Events) -> None:
    changes.pay(state, seat, SMITHY_PRICE, "smithy", out)
    changes.gain_cards(state, seat, SMITHY_CARDS, "smithy", out)


district_action(
    "laboratory", Laboratory, Verb(_laboratory_options, _check_laboratory, _laboratory, "laboratory")
)
district_action("smithy", Smithy, Verb(_smithy_options, _check_smithy, _smithy, "smithy"))

"""Rank 5. Bishop: protection. Abbot: gold or cards, and a tithe. Cardinal: gold lent for cards."""

from collections.abc import Iterator

from protocol.actions import AnyAction, CollectIncome, CollectTithe
from referee.rules import changes
from referee.rules.cards.income import USE, card_income, check_any, gold_income, matching
from referee.rules.engine import Events
from referee.rules.errors import IllegalAction
from referee.rules.moments import LENDS_GOLD, PROTECTS_CITY
from referee.rules.state import State
from referee.rules.turn import Verb, ability

gold_income("bishop")
PROTECTS_CITY["bishop"] = "bishop-blocks-rank8"

card_income("cardinal")
LENDS_GOLD["cardinal"] = "borrow"


# Abbot


def _mixes(state: State, seat: int) -> Iterator[AnyAction]:
    districts = matching(state, seat)
    if districts:
        for cards in range(districts + 1):
            yield CollectIncome(cards)


def _check_mix(state: State, seat: int, action: CollectIncome) -> None:
    check_any(state, seat)
    if action.cards > matching(state, seat):
        raise IllegalAction(
            "bad_choice", "abbot-income-mix", f"Only {matching(state, seat)} districts earn income.", "/cards"
        )


def _collect_mix(state: State, seat: int, action: CollectIncome, out: Events) -> None:
    """As declared before; cards that the deck does not have are lost (ABB-01 to ABB-03)."""
    changes.gain_gold(state, seat, matching(state, seat) - action.cards, "income", out)
    changes.gain_cards(state, seat, action.cards, "income", out)


def _richest(state: State, seat: int) -> list[int]:
    """The players with the most gold, none when the Abbot is one of them (ABB-04 to ABB-06)."""
    most = max(one.gold for one in state.seats)
    if state.seats[seat].gold == most:
        return []
    return [other for other, one in enumerate(state.seats) if one.gold == most]


def _tithe_options(state: State, seat: int) -> Iterator[AnyAction]:
    return (CollectTithe(payer) for payer in _richest(state, seat))


def _check_tithe(state: State, seat: int, action: CollectTithe) -> None:
    payers = _richest(state, seat)
    if not payers:
        raise IllegalAction(
            "nothing_to_gain",
            "abbot-tied-richest-gets-nothing",
            "Nobody has more gold than the Abbot.",
            "/kind",
        )
    if action.seat not in payers:
        raise IllegalAction(
            "bad_target", "abbot-richest-gives-one", f"P{action.seat} is not the richest player.", "/seat"
        )


def _collect_tithe(state: State, seat: int, action: CollectTithe, out: Events) -> None:
    changes.take_gold(state, seat, action.seat, 1, "abbot", out)


ability("abbot", CollectIncome, Verb(_mixes, _check_mix, _collect_mix, use=USE))
ability("abbot", CollectTithe, Verb(_tithe_options, _check_tithe, _collect_tithe, use="collect_tithe"))

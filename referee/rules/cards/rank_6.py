"""Rank 6. Merchant: gain an extra gold, and gold for trade districts."""

from collections.abc import Iterator

from protocol.actions import AnyAction, ExtraGold
from referee.rules import changes
from referee.rules.cards.income import gold_income
from referee.rules.engine import Events
from referee.rules.state import State
from referee.rules.turn import Verb, ability


def _options(_state: State, _seat: int) -> Iterator[AnyAction]:
    yield ExtraGold()


def _check(_state: State, _seat: int, _action: ExtraGold) -> None:
    """Always legal, whatever was gathered (MER-01)."""


def _extra_gold(state: State, seat: int, _action: ExtraGold, out: Events) -> None:
    changes.gain_gold(state, seat, 1, "merchant", out)


ability("merchant", ExtraGold, Verb(_options, _check, _extra_gold, use="extra_gold"))
gold_income("merchant")

"""Rank 6. Merchant: an extra gold. Alchemist: the gold paid for districts back. Trader: trade without limit."""

from referee.rules import changes
from referee.rules.cards.extra import extra_gold
from referee.rules.cards.income import gold_income
from referee.rules.editions import EDITIONS
from referee.rules.engine import Events
from referee.rules.moments import AT_TURN_END_AS, OFF_LIMIT
from referee.rules.state import State

extra_gold("merchant", 1)
gold_income("merchant")


def _refund(state: State, seat: int, out: Events) -> None:
    """What was paid for districts, and nothing else (ALC-01 to ALC-04)."""
    spent = state.active().spent
    if spent:
        changes.refund(state, seat, spent, "alchemist", out)


AT_TURN_END_AS["alchemist"] = _refund

gold_income("trader")
for district, card in EDITIONS["2016"].basics.items():
    if card.type == "trade":
        OFF_LIMIT[district] = {"trader"}

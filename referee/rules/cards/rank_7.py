"""Rank 7. Architect: gain two extra cards; build up to three districts (the limit stands in the table)."""

from collections.abc import Iterator

from protocol.actions import AnyAction, ExtraCards
from referee.rules import changes
from referee.rules.engine import Events
from referee.rules.errors import IllegalAction
from referee.rules.state import State
from referee.rules.turn import Verb, ability


def _options(state: State, _seat: int) -> Iterator[AnyAction]:
    if state.deck:
        yield ExtraCards()


def _check(state: State, _seat: int, _action: ExtraCards) -> None:
    """Whatever was gathered, as long as the deck has a card (ARC-01, DCK-03)."""
    if not state.deck:
        raise IllegalAction("nothing_to_gain", "DCK-03", "The deck is empty.", "/kind")


def _extra_cards(state: State, seat: int, _action: ExtraCards, out: Events) -> None:
    changes.gain_cards(state, seat, 2, "architect", out)


ability("architect", ExtraCards, Verb(_options, _check, _extra_cards, use="extra_cards"))

"""Rank 3. Magician: swap hands with a player, or put cards beneath the deck and draw as many."""

from collections import Counter
from collections.abc import Iterator

from protocol.actions import AnyAction, Choose, Redraw, SwapHands
from referee.rules import changes
from referee.rules.engine import Events
from referee.rules.errors import IllegalAction
from referee.rules.state import State
from referee.rules.turn import Verb, ability

USE = "swap_or_redraw"


def _swap_options(state: State, seat: int) -> Iterator[AnyAction]:
    for other in range(len(state.seats)):
        if other != seat:
            yield SwapHands(other)


def _check_swap(state: State, seat: int, action: SwapHands) -> None:
    """Any other seat, with cards or without (MGC-01)."""
    if action.seat == seat or action.seat >= len(state.seats):
        raise IllegalAction(
            "bad_target", "magician-swap-whole-hand", "Hands are swapped with another player.", "/seat"
        )


def _swap(state: State, seat: int, action: SwapHands, out: Events) -> None:
    changes.swap_hands(state, seat, action.seat, "magician", out)


def _redraw_options(state: State, seat: int) -> Iterator[AnyAction]:
    hand = state.seats[seat].hand
    if hand:
        yield Redraw(Choose(tuple(sorted(hand)), 1, len(hand)))


def _check_redraw(state: State, seat: int, action: Redraw) -> None:
    """One card at least, all of them in hand (MGC-03)."""
    rule = "magician-discard-any-number"
    if isinstance(action.cards, Choose):
        raise IllegalAction("not_spelled_out", rule, "The cards to put away are to be listed.", "/cards")
    if not action.cards:
        raise IllegalAction("bad_cards", "MGC-03", "At least one card is to be put away.", "/cards")
    if Counter(action.cards) - Counter(state.seats[seat].hand):
        raise IllegalAction("not_in_hand", rule, "Only cards of the hand can be put away.", "/cards")


def _redraw(state: State, seat: int, action: Redraw, out: Events) -> None:
    """First the cards go beneath the deck, then as many are drawn (MGC-02)."""
    assert not isinstance(action.cards, Choose), f"{action} was not checked"
    changes.discard_cards(state, seat, action.cards, "magician", out)
    changes.gain_cards(state, seat, len(action.cards), "magician", out)


ability("magician", SwapHands, Verb(_swap_options, _check_swap, _swap, use=USE))
ability("magician", Redraw, Verb(_redraw_options, _check_redraw, _redraw, use=USE))

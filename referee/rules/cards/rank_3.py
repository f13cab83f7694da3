"""Rank 3. Magician: a new hand. Wizard: a card of another hand. Seer: a card of every hand."""

from collections import Counter
from collections.abc import Iterator

from protocol.actions import (
    AnyAction,
    Build,
    Choose,
    GiveCards,
    LookAtHand,
    Redraw,
    SwapHands,
    TakeCard,
    TakeFromAll,
)
from protocol.cards import District
from referee.rules import build, changes
from referee.rules.engine import ASKS, AskRule, Events
from referee.rules.errors import IllegalAction
from referee.rules.frames import AskGiveCards, AskTakeCard
from referee.rules.moments import ALLOWS_DUPLICATES_AS
from referee.rules.rng import draw
from referee.rules.state import State
from referee.rules.turn import Verb, ability

# Magician

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


# Wizard


def _look_options(state: State, seat: int) -> Iterator[AnyAction]:
    return (LookAtHand(other) for other in range(len(state.seats)) if other != seat)


def _check_look(state: State, seat: int, action: LookAtHand) -> None:
    """Any other player, with cards or without (WIZ-02)."""
    if action.seat == seat or action.seat >= len(state.seats):
        raise IllegalAction(
            "bad_target", "wizard-looks-at-hand", "The Wizard looks at another hand.", "/seat"
        )


def _look(state: State, seat: int, action: LookAtHand, out: Events) -> None:
    changes.see_hand(state, seat, action.seat, out)
    if state.seats[action.seat].hand:
        state.then(AskTakeCard(seat, action.seat))


def _take_options(state: State, ask: AskTakeCard) -> Iterator[AnyAction]:
    for card in sorted(set(state.seats[ask.victim].hand)):
        yield TakeCard(card)
    yield from build.options(state, ask.seat, ask.victim)


def _check_take(state: State, ask: AskTakeCard, action: AnyAction) -> None:
    """A card must be taken, to the hand or, paid for, to the city (WIZ-01 to WIZ-05)."""
    if isinstance(action, Build):
        build.check(state, ask.seat, action, ask.victim)
        return
    if not isinstance(action, TakeCard):
        raise IllegalAction("wrong_kind", "wizard-build-or-keep", "A card is to be taken or built.", "/kind")
    if action.card not in state.seats[ask.victim].hand:
        raise IllegalAction(
            "not_offered", "wizard-chooses-one-card", f"P{ask.victim} has no {action.card}.", "/card"
        )


def _answer_take(state: State, ask: AskTakeCard, action: TakeCard | Build, out: Events) -> None:
    if isinstance(action, Build):
        build.build(state, ask.seat, action, ask.victim, out)
    else:
        changes.take_card(state, ask.seat, ask.victim, action.card, "wizard", out)


def _take_fallback(state: State, ask: AskTakeCard) -> AnyAction:
    return next(_take_options(state, ask))


ability("wizard", LookAtHand, Verb(_look_options, _check_look, _look, use="look_at_hand"))
ASKS[AskTakeCard] = AskRule(_take_options, _check_take, _answer_take, _take_fallback)
ALLOWS_DUPLICATES_AS.add("wizard")


# Seer


def _seer_victims(state: State, seat: int) -> list[int]:
    return [other for other, one in enumerate(state.seats) if other != seat and one.hand]


def _seer_options(state: State, seat: int) -> tuple[AnyAction, ...]:
    return (TakeFromAll(),) if _seer_victims(state, seat) else ()


def _check_seer(state: State, seat: int, _action: TakeFromAll) -> None:
    if not _seer_victims(state, seat):
        raise IllegalAction(
            "nothing_to_gain", "seer-empty-hand-no-take", "No other player has a card.", "/kind"
        )


def _take_from_all(state: State, seat: int, _action: TakeFromAll, out: Events) -> None:
    """A random card of each other hand, all before any is given back (SEE-01, SEE-02)."""
    victims = _seer_victims(state, seat)
    for victim in victims:
        hand = sorted(state.seats[victim].hand)
        card = hand[draw(len(hand), state.seed, "seer", state.draws)]
        state.draws += 1
        changes.take_card(state, seat, victim, card, "seer", out)
    state.then(AskGiveCards(seat, tuple(victims)))


def _give_options(state: State, ask: AskGiveCards) -> Iterator[AnyAction]:
    hand = tuple(sorted(state.seats[ask.seat].hand))
    yield GiveCards(ask.victims, Choose(hand, len(ask.victims), len(ask.victims)))


def _check_give(state: State, ask: AskGiveCards, action: AnyAction) -> None:
    """Exactly one card of the hand to each of those players (SEE-02, SEE-04)."""
    rule = "seer-gives-one-to-each"
    if not isinstance(action, GiveCards):
        raise IllegalAction("wrong_kind", rule, "Each of those players is to get a card.", "/kind")
    if action.seats != ask.victims:
        seats = ", ".join(f"P{seat}" for seat in ask.victims)
        raise IllegalAction("bad_target", rule, f"The cards go to {seats}, in this order.", "/seats")
    if isinstance(action.cards, Choose):
        raise IllegalAction("not_spelled_out", rule, "The cards to give are to be listed.", "/cards")
    if len(action.cards) != len(ask.victims):
        raise IllegalAction("bad_cards", rule, f"{len(ask.victims)} cards are to be given.", "/cards")
    if Counter(action.cards) - Counter(state.seats[ask.seat].hand):
        raise IllegalAction("not_in_hand", rule, "Only cards of the hand can be given.", "/cards")


def _answer_give(state: State, ask: AskGiveCards, action: GiveCards, out: Events) -> None:
    assert not isinstance(action.cards, Choose), f"{action} was not checked"
    for victim, card in zip(ask.victims, action.cards, strict=True):
        changes.give_cards(state, ask.seat, victim, (card,), "seer", out)


def _give_fallback(state: State, ask: AskGiveCards) -> AnyAction:
    cards: list[District] = sorted(state.seats[ask.seat].hand)[: len(ask.victims)]
    return GiveCards(ask.victims, tuple(cards))


ability("seer", TakeFromAll, Verb(_seer_options, _check_seer, _take_from_all, use="take_from_all"))
ASKS[AskGiveCards] = AskRule(_give_options, _check_give, _answer_give, _give_fallback)

"""A whole table out of what one seat sees of it, for bots that look ahead.

Everything that the seat cannot see is filled in, legally and always in the same way; `determinize` then deals it
anew at random, so that the two together give samples of what may be. What a view does not tell is lost: of cards
that went beneath the deck together the imagined order is taken for certain, and nobody else knows any hand.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import dropwhile

from msgspec.structs import replace

from protocol.actions import Pick
from protocol.messages import Decision, Setup
from protocol.views import TableView
from referee.rules import changes, flow
from referee.rules.dealing import Dealing
from referee.rules.determinize import FACES
from referee.rules.editions import EDITIONS
from referee.rules.engine import pending
from referee.rules.errors import RulesError
from referee.rules.frames import (
    AskConfiscate,
    AskGather,
    AskGiveCards,
    AskKeep,
    AskPassCrown,
    AskPick,
    AskReveal,
    AskStudy,
    AskTakeCard,
    AskTheater,
    AskTurn,
    CloseRound,
    FinishTurn,
    Frame,
    OpenCalls,
    Step,
)
from referee.rules.rng import shuffled
from referee.rules.setup import district_cards
from referee.rules.staging import arrange_pile, bare_round, calls, select
from referee.rules.state import Batch, Mark, Placed, State, Turn

SEED = "imagine"

GATHERED_AT_MOST = 3
"""More cards to choose from than this are not drawn by gathering."""


class ImaginationError(RulesError):
    """A view that no game can show, or a decision that is not asked in it."""


def imagine(setup: Setup, view: TableView, decision: Decision) -> State:
    """Return a state in which the seat of `view`, which is asked for `decision`, sees exactly that view.

    Raises ImaginationError for what cannot be.
    """
    state = bare_round(setup, len(view.players), view.round, _starter(setup, view, decision), SEED, [])
    state.marks = list(_marks(view))
    state.called = view.called
    for seat, player in zip(state.seats, view.players, strict=True):
        seat.shown = list(player.characters)
    _select(state, view, decision)
    _possess(state, view)
    _fill(state, view)
    state.turn = _turn(view)
    if decision == "pick":
        state.stack[:0] = [*calls(len(setup.cast), 0), OpenCalls()]
    else:
        state.stack = _stack(state, view, decision)
    ask = pending(state)
    if ask is None or (ask.seat, ask.decision) != (view.you.seat, decision):
        raise ImaginationError(f"P{view.you.seat} is not asked for {decision} at this point.")
    return state


def _starter(setup: Setup, view: TableView, decision: Decision) -> int:
    """Return who was crowned when the round began, by how far the stack had come when the seat was handed it."""
    if decision == "pick":
        return view.crown
    seats = len(view.players)
    row = EDITIONS[setup.edition].selection[seats, len(setup.cast)]
    handed = len(view.you.offers[0])
    turn = len(setup.cast) - row.faceup - 1 - handed
    if row.procedure == "last_of_two" and handed == 2 and view.you.set_aside:
        turn = seats - 1
    return (view.you.seat - turn) % seats


def _marks(view: TableView) -> Iterator[Mark]:
    """Return the marks; faces that the seat does not know are given out as far as they go."""
    left = {kind: list(faces) for kind, faces in FACES.items()}
    for mark in view.marks:
        if mark.face is not None:
            left[mark.mark].remove(mark.face)
    for mark in view.marks:
        if mark.mark in FACES and mark.face is None:
            yield Mark(mark.mark, mark.character, mark.seat, left[mark.mark].pop(0))
        else:
            shown = mark.face is not None and mark.seat != view.you.seat
            yield Mark(mark.mark, mark.character, mark.seat, mark.face, shown)


def _select(state: State, view: TableView, decision: Decision) -> None:
    """Let the selection go as the seat saw it."""
    picking = decision == "pick"
    deal = Dealing(state, view, picking=picking).deal()
    if deal is None:
        raise ImaginationError(f"No selection of characters shows P{view.you.seat} what the view says.")
    arrange_pile(state, view.faceup, deal.facedown)
    picks, put_away = ([iter(seat) for seat in seats] for seats in (deal.picks, deal.put_away))

    def choose(ask: AskPick) -> Pick | None:
        character = next(picks[ask.seat], None)
        if character is None:
            return None
        return Pick(character, next(put_away[ask.seat]) if ask.discard else None)

    select(state, choose)
    if deal.swapped is not None:
        one, other = view.swapped
        changes.swap_characters(state, one, other, *deal.swapped, [])


def _possess(state: State, view: TableView) -> None:
    """Hand out what the seat can see."""
    for seat, player in zip(state.seats, view.players, strict=True):
        seat.gold, seat.completed = player.gold, player.completed
        seat.city = [Placed(one.district, one.beautified) for one in player.city]
    own = state.seats[view.you.seat]
    own.hand, own.drawn = list(view.you.hand), list(view.you.drawn)
    for known in view.you.known_hands:
        own.known[known.seat] = known.cards
        state.seats[known.seat].hand = list(known.cards)
    own.city = [
        replace(placed, beneath=view.you.museum) if placed.district == "museum" else placed
        for placed in own.city
    ]
    state.crown, state.taxes, state.first_completed = view.crown, view.taxes, view.first_completed


def _fill(state: State, view: TableView) -> None:
    """Put the cards that the seat cannot place into the deck, the other hands and beneath the Museums."""
    seen = Counter(card for card in view.you.beneath if card is not None)
    seen.update([view.turn.played] if view.turn and view.turn.played else [])
    for seat in state.seats:
        seen.update([*seat.hand, *seat.drawn])
        for placed in seat.city:
            seen.update([placed.district, *placed.beneath])
    left = Counter(district_cards(state.setup)) - seen
    unseen = shuffled(sorted(left.elements()), SEED, "unseen cards", 0)
    for seat, player in zip(state.seats, view.players, strict=True):
        seat.hand += [unseen.pop() for _ in range(player.hand - len(seat.hand))]
        for place, (placed, shown) in enumerate(zip(seat.city, player.city, strict=True)):
            hidden = tuple(unseen.pop() for _ in range(shown.beneath - len(placed.beneath)))
            seat.city[place] = replace(placed, beneath=placed.beneath + hidden)
    for card in reversed(view.you.beneath):
        state.deck.append(unseen.pop() if card is None else card)
        state.beneath.append(Batch(1, () if card is None else (view.you.seat,)))
    state.deck += unseen


def _turn(view: TableView) -> Turn | None:
    turn = view.turn
    if turn is None:
        return None
    return Turn(
        turn.seat,
        turn.character,
        turn.builds,
        turn.gathered,
        list(turn.used),
        turn.spent,
        turn.paid,
        turn.played,
    )


def _stack(state: State, view: TableView, decision: Decision) -> list[Frame]:
    """Return what is still to come after the selection, the question last."""
    last, seat = len(state.setup.cast), view.you.seat
    if decision == "theater":
        return [*calls(last, 0), AskTheater(seat)]
    if state.turn is None:
        return [CloseRound(), AskPassCrown(seat)]
    return [*calls(last, view.called), *reversed(_in_turn(state, view, decision))]


def _in_turn(state: State, view: TableView, decision: Decision) -> tuple[Frame, ...]:
    """Return the question and what comes after it in the turn in progress."""
    turn, seat = state.active(), view.you.seat
    course = tuple(dropwhile(_runs_by_itself, flow.course(state, turn.seat, turn.character)))
    rest = (AskTurn(turn.seat), FinishTurn())
    match decision:
        case "gather":
            return course
        case "bewitch" | "bribe":
            return course[1:]
        case "keep" if _studies(view, course):
            return (AskStudy(seat), *rest)
        case "keep":
            after = course[1:] if isinstance(course[0], AskGather) else rest
            return (AskKeep(seat), *after)
        case "reveal_threat":
            return (AskReveal(seat, turn.character), *course[2:])
        case "confiscate" if turn.played is not None:
            return (AskConfiscate(seat, turn.seat, turn.played, turn.spent), *rest)
        case "take_card" if view.turn and view.turn.victims:
            return (AskTakeCard(seat, view.turn.victims[0]), *rest)
        case "give_cards" if view.turn and view.turn.victims:
            return (AskGiveCards(seat, view.turn.victims), *rest)
        case _:
            return rest


def _runs_by_itself(frame: Frame) -> bool:
    return isinstance(frame, Step)


def _studies(view: TableView, course: tuple[Frame, ...]) -> bool:
    """Tell whether the cards to choose from were drawn by the Scholar's ability, not by gathering.

    Both can have happened, in any order. When so few were drawn that it may be either, the deck is empty and it
    comes to the same.
    """
    turn = view.turn
    if turn is None or "study" not in turn.used:
        return False
    gathered_first = isinstance(course[0], AskGather)
    return gathered_first or not turn.gathered or len(view.you.drawn) > GATHERED_AT_MOST

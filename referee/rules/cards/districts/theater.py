"""The Theater: after the selection its owner may exchange a character with another player, unseen."""

from collections.abc import Iterator

from protocol.actions import AnyAction, Decline, SwapCharacters
from referee.rules import changes
from referee.rules.engine import ASKS, AskRule, Events
from referee.rules.errors import IllegalAction
from referee.rules.frames import AskTheater, Frame
from referee.rules.moments import AFTER_SELECTION
from referee.rules.rng import draw
from referee.rules.state import State


def _ask(_state: State, seat: int) -> Frame:
    return AskTheater(seat)


def _options(state: State, ask: AskTheater) -> Iterator[AnyAction]:
    yield Decline()
    own = state.seats[ask.seat].characters
    for other in range(len(state.seats)):
        if other == ask.seat:
            continue
        if len(own) == 1:
            yield SwapCharacters(other)
        else:
            for character in own:
                yield SwapCharacters(other, character)


def _check(state: State, ask: AskTheater, action: AnyAction) -> None:
    """A partner, and with two characters the one to give (DST-03, DST-04)."""
    if isinstance(action, Decline):
        return
    rule = "theater-owner-picks-partner"
    if not isinstance(action, SwapCharacters):
        raise IllegalAction("wrong_kind", rule, "A character is exchanged or not.", "/kind")
    if action.seat == ask.seat or action.seat >= len(state.seats):
        raise IllegalAction("bad_target", rule, "The exchange is with another player.", "/seat")
    own = state.seats[ask.seat].characters
    if len(own) == 1 and action.character is not None:
        raise IllegalAction(
            "bad_choice", rule, "There is one character to give, it is not named.", "/character"
        )
    if len(own) > 1 and action.character not in own:
        raise IllegalAction(
            "not_offered",
            "theater-small-game-owner-gives-chosen",
            "One of the own two characters is to be given.",
            "/character",
        )


def _answer(state: State, ask: AskTheater, action: Decline | SwapCharacters, out: Events) -> None:
    """What is received is random where the other holds two (DST-04)."""
    if isinstance(action, Decline):
        return
    given = action.character or state.seats[ask.seat].characters[0]
    theirs = sorted(state.seats[action.seat].characters)
    received = theirs[0]
    if len(theirs) > 1:
        received = theirs[draw(len(theirs), state.seed, "theater", state.round)]
    changes.swap_characters(state, ask.seat, action.seat, given, received, out)


def _fallback(_state: State, _ask: AskTheater) -> AnyAction:
    return Decline()


AFTER_SELECTION["theater"] = _ask
ASKS[AskTheater] = AskRule(_options, _check, _answer, _fallback)

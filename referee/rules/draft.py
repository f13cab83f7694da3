"""The selection phase: characters are discarded, go round, and are picked."""

from collections.abc import Callable

from protocol import events
from protocol.actions import AnyAction, Pick
from protocol.cards import Character
from referee.rules.editions import EDITIONS
from referee.rules.editions.tables import Procedure
from referee.rules.engine import ASKS, AskRule, Events, step
from referee.rules.errors import IllegalAction
from referee.rules.frames import (
    AnyStep,
    AskPick,
    DiscardFacedown,
    DiscardFaceup,
    HandStack,
    SetAsideRest,
)
from referee.rules.rng import shuffled
from referee.rules.state import State


def begin(state: State) -> tuple[AnyStep, ...]:
    """Shuffle the characters and return the steps of this round's selection (select-crowned-shuffles)."""
    tables = EDITIONS[state.setup.edition]
    state.pile = shuffled(state.setup.cast, state.seed, "characters", state.round)
    state.faceup, state.facedown = [], []
    players = len(state.seats)
    row = tables.selection[players, len(state.setup.cast)]
    order = [(state.starter + turn) % players for turn in range(players)]
    return (DiscardFaceup(row.faceup), DiscardFacedown(), *PROCEDURES[row.procedure](order))


def _one_each(order: list[int]) -> list[AnyStep]:
    return [*(HandStack(seat) for seat in order), SetAsideRest(order[-1])]


def _last_of_two(order: list[int]) -> list[AnyStep]:
    last = order[-1]
    return [
        *(HandStack(seat) for seat in order[:-1]),
        HandStack(last, with_facedown=True),
        SetAsideRest(last),
    ]


def _two_players(order: list[int]) -> list[AnyStep]:
    first, second = order
    return [HandStack(first), *(HandStack(seat, discard=True) for seat in (second, first, second))]


def _three_players(order: list[int]) -> list[AnyStep]:
    again = [HandStack(seat) for seat in order]
    return [*again, DiscardFacedown(), *again, SetAsideRest(order[-1])]


PROCEDURES: dict[Procedure, Callable[[list[int]], list[AnyStep]]] = {
    "one_each": _one_each,
    "last_of_two": _last_of_two,
    "two_players": _two_players,
    "three_players": _three_players,
}


@step(DiscardFaceup)
def discard_faceup(state: State, frame: DiscardFaceup, out: Events) -> None:
    """Discard characters faceup; rank 4 is replaced when it comes up, and shuffled back (SEL-11)."""
    characters = EDITIONS[state.setup.edition].characters
    fit = [character for character in state.pile if characters[character].rank != 4]
    state.faceup = fit[: frame.count]
    came_up = state.pile[: frame.count]
    state.pile = [character for character in state.pile if character not in state.faceup]
    if came_up != state.faceup:
        state.pile = shuffled(state.pile, state.seed, "characters again", state.round)
    out.append(events.CharactersDiscarded(tuple(state.faceup)))


@step(DiscardFacedown)
def discard_facedown(state: State, _frame: DiscardFacedown, out: Events) -> None:
    """Discard the character on top of the shuffled pile facedown; nobody sees it (SEL-10)."""
    state.facedown.append(state.pile.pop())
    out.append(events.CharacterDiscarded())


@step(HandStack)
def hand_stack(state: State, frame: HandStack, out: Events) -> None:
    """Hand the pile to a seat, which sees all of it, and ask."""
    if frame.with_facedown:
        state.pile.append(state.facedown.pop(0))
    offer = tuple(sorted(state.pile, key=state.setup.cast.index))
    state.seats[frame.seat].offers.append(offer)
    out.append(events.CharactersOffered(frame.seat, len(offer), offer))
    state.then(AskPick(frame.seat, frame.discard))


@step(SetAsideRest)
def set_aside_rest(state: State, frame: SetAsideRest, out: Events) -> None:
    """Put the character left over facedown; the last picker knows it."""
    _set_aside(state, frame.seat, state.pile[0], out)


def _set_aside(state: State, seat: int, character: Character, out: Events) -> None:
    state.pile.remove(character)
    state.facedown.append(character)
    state.seats[seat].set_aside.append(character)
    out.append(events.CharacterDiscarded(seat, character))


def _options(state: State, ask: AskPick) -> list[AnyAction]:
    offer = state.seats[ask.seat].offers[-1]
    if ask.discard:
        return [Pick(character, other) for character in offer for other in offer if other != character]
    return [Pick(character) for character in offer]


def _check(state: State, ask: AskPick, action: AnyAction) -> None:
    if not isinstance(action, Pick):
        raise IllegalAction("wrong_kind", "select-keep-exactly-one", "A character is to be picked.", "/kind")
    if action.character not in state.pile:
        raise IllegalAction(
            "not_offered", "select-keep-exactly-one", f"{action.character} is not in the stack.", "/character"
        )
    if ask.discard:
        _check_discard(state, action)
    elif action.discard is not None:
        raise IllegalAction(
            "bad_choice", "select-keep-exactly-one", "No character is set aside with this pick.", "/discard"
        )


def _check_discard(state: State, action: Pick) -> None:
    rule = "two-player-keep-one-discard-one"
    if action.discard is None:
        raise IllegalAction("bad_choice", rule, "A second character is to be set aside facedown.", "/discard")
    if action.discard == action.character:
        raise IllegalAction("bad_choice", rule, "The character kept cannot be set aside as well.", "/discard")
    if action.discard not in state.pile:
        raise IllegalAction("not_offered", rule, f"{action.discard} is not in the stack.", "/discard")


def _answer(state: State, ask: AskPick, action: Pick, out: Events) -> None:
    state.pile.remove(action.character)
    state.seats[ask.seat].characters.append(action.character)
    out.append(events.CharacterPicked(ask.seat, action.character))
    if action.discard is not None:
        _set_aside(state, ask.seat, action.discard, out)


def _fallback(state: State, ask: AskPick) -> AnyAction:
    return _options(state, ask)[0]


ASKS[AskPick] = AskRule(_options, _check, _answer, _fallback)

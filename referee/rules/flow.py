"""The course of a round: selection, calling, turns, end. Each paragraph of the rules is a list of frames."""

from protocol import events
from referee.rules import draft
from referee.rules.editions import EDITIONS
from referee.rules.engine import Events, step
from referee.rules.frames import (
    AskTurn,
    Call,
    EndRound,
    FinishTurn,
    ScoreGame,
    StartRound,
    TakeTurn,
)
from referee.rules.moments import AT_ROUND_END, ON_MARKED_REVEAL, ON_REVEAL, SILENCED
from referee.rules.state import State, Turn


@step(StartRound)
def start_round(state: State, _frame: StartRound, out: Events) -> None:
    """Return all characters, select, call every rank in the cast, end (round-series)."""
    state.round += 1
    state.called, state.starter = 0, state.crown
    state.marks = []
    for seat in state.seats:
        seat.characters, seat.shown, seat.offers, seat.set_aside = [], [], [], []
    out.append(events.RoundStarted(state.round, state.crown))
    calls = (Call(rank) for rank in range(1, len(state.setup.cast) + 1))
    state.then(*draft.begin(state), *calls, EndRound())


@step(Call)
def call(state: State, frame: Call, out: Events) -> None:
    """Call a rank; its holder, unless silenced, shows the character and takes a turn (TRN-01)."""
    character = state.setup.cast[frame.rank - 1]
    state.called = frame.rank
    out.append(events.CharacterCalled(character))
    if any(mark.kind in SILENCED for mark in state.marks if mark.character == character):
        return
    for number, seat in enumerate(state.seats):
        if character in seat.characters:
            state.then(TakeTurn(number, frame.rank))


@step(TakeTurn)
def take_turn(state: State, frame: TakeTurn, out: Events) -> None:
    """Show the character; what happens at the reveal comes before the turn (THF-01, TRN-18)."""
    character = state.setup.cast[frame.rank - 1]
    limit = EDITIONS[state.setup.edition].characters[character].builds
    state.seats[frame.seat].shown.append(character)
    state.turn = Turn(frame.seat, character, limit)
    out.append(events.CharacterRevealed(frame.seat, character))
    out.append(events.TurnStarted(frame.seat, character, limit))
    for mark in state.marks:
        if mark.character == character and mark.kind in ON_MARKED_REVEAL:
            ON_MARKED_REVEAL[mark.kind](state, frame.seat, mark, out)
    if character in ON_REVEAL:
        ON_REVEAL[character](state, frame.seat, out)
    state.then(AskTurn(frame.seat), FinishTurn())


@step(FinishTurn)
def finish_turn(state: State, _frame: FinishTurn, out: Events) -> None:
    """Close the turn in progress."""
    turn = state.active()
    state.turn = None
    out.append(events.TurnEnded(turn.seat, turn.character))


@step(EndRound)
def end_round(state: State, _frame: EndRound, out: Events) -> None:
    """Let characters act at the end of the round, then score the game or start anew (KIL-20, END-03)."""
    for character in state.setup.cast:
        if character in AT_ROUND_END:
            AT_ROUND_END[character](state, out)
    out.append(events.RoundEnded(state.round))
    over = state.first_completed is not None or state.round >= state.setup.round_limit
    state.then(ScoreGame() if over else StartRound())

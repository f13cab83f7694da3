"""The course of a round: selection, calling, turns, end. Each paragraph of the rules is a list of frames."""

from protocol import events
from protocol.cards import Character
from referee.rules import draft
from referee.rules.editions import EDITIONS
from referee.rules.engine import Events, step
from referee.rules.frames import (
    ActLate,
    AskTurn,
    Call,
    CloseRound,
    CutTurn,
    EndRound,
    FinishTurn,
    Frame,
    HoldTurn,
    OpenCalls,
    ResumeTurn,
    ScoreGame,
    StartRound,
)
from referee.rules.moments import (
    AFTER_SELECTION,
    AT_ROUND_END,
    AT_TURN_END,
    AT_TURN_END_AS,
    COURSE,
    MARKED_COURSE,
    ON_MARKED_REVEAL,
    OPENING,
    SILENCED,
)
from referee.rules.state import State, Turn


@step(StartRound)
def start_round(state: State, _frame: StartRound, out: Events) -> None:
    """Return all characters, select, call every rank in the cast, end (round-series)."""
    state.round += 1
    state.called, state.starter = 0, state.crown
    state.marks = []
    for seat in state.seats:
        seat.characters, seat.shown, seat.offers, seat.set_aside, seat.holders = [], [], [], [], []
    out.append(events.RoundStarted(state.round, state.crown))
    calls = (Call(rank) for rank in range(1, len(state.setup.cast) + 1))
    state.then(*draft.begin(state), OpenCalls(), *calls, EndRound())


@step(OpenCalls)
def open_calls(state: State, _frame: OpenCalls, _out: Events) -> None:
    """Ask whoever has a say between the selection and the first call (DST-01)."""
    for number, seat in enumerate(state.seats):
        for placed in seat.city:
            if placed.district in AFTER_SELECTION:
                state.then(AFTER_SELECTION[placed.district](state, number))


@step(Call)
def call(state: State, frame: Call, out: Events) -> None:
    """Call a rank; its holder, unless silenced, shows the character and takes a turn (TRN-01)."""
    character = state.setup.cast[frame.rank - 1]
    state.called = frame.rank
    out.append(events.CharacterCalled(character))
    for mark in state.marks:
        if mark.character == character and mark.kind in SILENCED:
            return
    for number, seat in enumerate(state.seats):
        if character in seat.characters:
            _take_turn(state, number, character, out)


def _take_turn(state: State, seat: int, character: Character, out: Events) -> None:
    """Show the character; what its marks do at the reveal comes before the turn (THF-01)."""
    limit = EDITIONS[state.setup.edition].characters[character].builds
    state.seats[seat].shown.append(character)
    state.turn = Turn(seat, character, limit)
    out.append(events.CharacterRevealed(seat, character))
    out.append(events.TurnStarted(seat, character, limit))
    for mark in state.marks:
        if mark.character == character and mark.kind in ON_MARKED_REVEAL:
            ON_MARKED_REVEAL[mark.kind](state, seat, mark, out)
    state.then(*course(state, seat, character))


def course(state: State, seat: int, character: Character) -> tuple[Frame, ...]:
    """Return what a turn consists of."""
    opening = (OPENING[character](seat),) if character in OPENING else ()
    for mark in state.marks:
        if mark.character == character and mark.kind in MARKED_COURSE:
            marked = MARKED_COURSE[mark.kind](state, seat, mark, opening)
            if marked:
                return marked
    if character in COURSE:
        return COURSE[character](seat)
    return (*opening, AskTurn(seat), FinishTurn())


@step(FinishTurn)
def finish_turn(state: State, _frame: FinishTurn, out: Events) -> None:
    """Let districts, then the character, act at the end of the turn in progress, and close it (TRN-15)."""
    turn = state.active()
    city = {placed.district for placed in state.seats[turn.seat].city}
    if not city.isdisjoint(AT_TURN_END):
        for district, act in AT_TURN_END.items():
            if district in city:
                act(state, turn.seat, out)
    if turn.character in AT_TURN_END_AS:
        AT_TURN_END_AS[turn.character](state, turn.seat, out)
    _close_turn(state, out)


@step(CutTurn)
def cut_turn(state: State, _frame: CutTurn, out: Events) -> None:
    """Close the turn in progress and nothing else (WIT-05)."""
    _close_turn(state, out)


def _close_turn(state: State, out: Events) -> None:
    turn = state.active()
    state.turn = None
    out.append(events.TurnEnded(turn.seat, turn.character))


@step(HoldTurn)
def hold_turn(state: State, _frame: HoldTurn, out: Events) -> None:
    """Put the turn in progress on hold (WIT-01)."""
    out.append(events.TurnHeld(state.active().seat))
    state.turn = None


@step(ResumeTurn)
def resume_turn(state: State, frame: ResumeTurn, out: Events) -> None:
    """Go on with a turn that was on hold, in another role and without gathering again (WIT-06)."""
    character = state.setup.cast[frame.rank - 1]
    limit = EDITIONS[state.setup.edition].characters[character].builds
    state.turn = Turn(frame.seat, character, limit, gathered=True)
    out.append(events.TurnStarted(frame.seat, character, limit, gathered=True))
    state.then(AskTurn(frame.seat), FinishTurn())


@step(EndRound)
def end_round(state: State, _frame: EndRound, _out: Events) -> None:
    """Let characters act at the end of the round, in order of rank; then the round is closed (KIL-20)."""
    cast = enumerate(state.setup.cast, start=1)
    state.then(*(ActLate(rank) for rank, character in cast if character in AT_ROUND_END), CloseRound())


@step(ActLate)
def act_late(state: State, frame: ActLate, out: Events) -> None:
    """Let a character act; what it asks is answered before the next one acts."""
    AT_ROUND_END[state.setup.cast[frame.rank - 1]](state, out)


@step(CloseRound)
def close_round(state: State, _frame: CloseRound, out: Events) -> None:
    """Score the game when a city was completed, else start the next round (END-03)."""
    out.append(events.RoundEnded(state.round))
    over = state.first_completed is not None or state.round >= state.setup.round_limit
    state.then(ScoreGame() if over else StartRound())

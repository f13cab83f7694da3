"""Setting a table up at a point of a round: what `placing` and `imagine` share."""

from collections.abc import Callable, Sequence

from protocol.actions import Pick
from protocol.cards import Character
from protocol.messages import Setup
from referee.rules import flow
from referee.rules.engine import Events, apply, pending, settle
from referee.rules.frames import AskPick, Call, EndRound, Frame, OpenCalls, StartRound
from referee.rules.state import Seat, State


def bare_round(setup: Setup, seats: int, number: int, starter: int, seed: str, out: Events) -> State:
    """Return a state with nothing on the table at the start of round `number`, `starter` crowned, nothing discarded."""
    state = State(
        setup=setup,
        seed=seed,
        seats=[Seat(0, [], [], [()] * seats) for _ in range(seats)],
        deck=[],
        crown=starter,
        stack=[],
        round=number - 1,
    )
    flow.start_round(state, StartRound(), out)
    return state


def arrange_pile(state: State, faceup: Sequence[Character], facedown: Sequence[Character]) -> None:
    """Order the shuffled characters so that these are discarded: faceup ones come off the front."""
    rest = [character for character in state.pile if character not in (*faceup, *facedown)]
    state.pile = [*faceup, *rest, *reversed(facedown)]


def select(state: State, choose: Callable[[AskPick], Pick | None]) -> None:
    """Play the selection alone, until it is over or `choose` makes no pick; nothing after it is to come."""
    state.stack = [frame for frame in state.stack if not isinstance(frame, OpenCalls | Call | EndRound)]
    settle(state, [])
    while (ask := pending(state)) is not None:
        assert isinstance(ask, AskPick), "only picks are asked in the selection"
        pick = choose(ask)
        if pick is None:
            return
        apply(state, ask.seat, pick)


def calls(last: int, called: int) -> list[Frame]:
    """Return the rest of a round after the call of rank `called`, as it stands on the stack."""
    return [EndRound(), *(Call(rank) for rank in range(last, called, -1))]

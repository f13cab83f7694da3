"""Reading a replay back. Whoever wrote it may have meant harm: everything is bounded, checked and named."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec
from msgspec import Struct

from protocol.actions import AnyAction
from protocol.codec import printable
from protocol.events import AnyEvent
from protocol.faults import FaultCode
from protocol.messages import Setup
from referee import rules
from referee.match.record import FORMAT, VERSION, Header, Outcome, Step
from referee.rules import IllegalAction, SetupError, State

REPLAY_BYTES = 16 * 1024 * 1024
"""A longer replay is refused unread. The longest game that the rules allow stays far below."""

LINE_BYTES = 64 * 1024

Line = TypeVar("Line")

_HEADER = msgspec.json.Decoder(Header)
_STEP = msgspec.json.Decoder(Step)
_OUTCOME = msgspec.json.Decoder(Outcome)


class VerifyError(Exception):
    """A replay does not hold: at `step` (0 the deal, then each action, then the result), and why."""

    def __init__(self, step: int, sentence: str) -> None:
        super().__init__(step, sentence)
        self.step = step
        self.sentence = printable(sentence)

    def __str__(self) -> str:
        return f"step {self.step}: {self.sentence}"


class ReplayError(VerifyError):
    """The text is no replay of this version: the line of `step`, counted from 0, cannot be read."""

    def __str__(self) -> str:
        return f"line {self.step + 1}: {self.sentence}"


class Replay(Struct, frozen=True):
    """A replay as it was read: well formed, but nothing of it compared with the rules yet."""

    header: Header
    steps: tuple[Step, ...]
    outcome: Outcome


class Moment(Struct, frozen=True):
    """One step of a game played back: what was done (nothing in the deal, step 0), and all that happened.

    `state` is the one state of the game, which goes on changing.
    """

    step: int
    seat: int | None
    action: AnyAction | None
    forced: FaultCode | None
    events: Sequence[AnyEvent]
    state: State


class _Format(Struct, frozen=True):
    format: str = ""
    version: int = 0


def read_replay(data: bytes) -> Replay:
    """Return the replay in `data`, JSON lines. Raises ReplayError."""
    if len(data) > REPLAY_BYTES:
        raise ReplayError(0, f"A replay has at most {REPLAY_BYTES} bytes, this one has {len(data)}.")
    lines = data.removesuffix(b"\n").split(b"\n")
    form = _line(0, lines[0], msgspec.json.Decoder(_Format))
    if (form.format, form.version) != (FORMAT, VERSION):
        raise ReplayError(
            0, f"This is {form.format!r} version {form.version}, not {FORMAT!r} version {VERSION}."
        )
    header = _line(0, lines[0], _HEADER)
    last = len(lines) - 1
    if last < 1 or not data.endswith(b"\n"):
        raise ReplayError(last, "The replay breaks off here: the result is missing.")
    steps = tuple(_line(step, lines[step], _STEP) for step in range(1, last))
    return Replay(header, steps, _line(last, lines[last], _OUTCOME))


def _line(step: int, line: bytes, decoder: msgspec.json.Decoder[Line]) -> Line:
    if len(line) > LINE_BYTES:
        raise ReplayError(step, f"A line has at most {LINE_BYTES} bytes, this one has {len(line)}.")
    try:
        return decoder.decode(line)
    except (ValueError, RecursionError) as error:
        raise ReplayError(step, f"The line cannot be read: {error}.") from error


def play_back(replay: Replay) -> Iterator[Moment]:
    """Play a replay by the rules and yield each of its steps, the deal first.

    Raises VerifyError at the first step that the rules do not allow, and when the game does not end with the
    last one. Digests and the result are not compared.
    """
    header = replay.header
    state, events = rules.new_game(checked_setup(header), header.seats, header.seed)
    yield Moment(0, None, None, None, events, state)
    for number, step in enumerate(replay.steps, 1):
        events = carried_out(state, number, step)
        yield Moment(number, step.seat, step.action, step.forced, events, state)
    left = rules.pending(state)
    if left is not None:
        sentence = f"The record ends, but the game does not: P{left.seat} is asked ({left.decision})."
        raise VerifyError(len(replay.steps) + 1, sentence)


def checked_setup(header: Header) -> Setup:
    """Return the setup of a replay, checked by the rules. Raises VerifyError."""
    wanted = header.setup
    try:
        made = rules.make_setup(
            header.seats,
            wanted.cast,
            wanted.districts,
            edition=wanted.edition,
            round_limit=wanted.round_limit,
        )
    except SetupError as error:
        raise VerifyError(0, f"The setup is not allowed: {error}") from error
    if made != wanted:
        raise VerifyError(0, f"The setup is {_shown(wanted)}; the rules make it {_shown(made)}.")
    return made


def carried_out(state: State, number: int, step: Step) -> list[AnyEvent]:
    """Carry out step `number` of a replay and return what happened. Raises VerifyError."""
    asked = rules.pending(state)
    if asked is None:
        raise VerifyError(
            number, f"The game is over, but the record goes on: P{step.seat} {_shown(step.action)}."
        )
    if asked.seat != step.seat:
        raise VerifyError(number, f"P{asked.seat} is asked ({asked.decision}), but recorded is P{step.seat}.")
    if step.forced:
        harmless = rules.fallback(state)
        if step.action != harmless:
            sentence = (
                f"P{step.seat} is played on by {_shown(harmless)}, but recorded is {_shown(step.action)}."
            )
            raise VerifyError(number, sentence)
    try:
        return rules.apply(state, step.seat, step.action)
    except IllegalAction as error:
        sentence = f"P{step.seat} may not {_shown(step.action)}: {error}"
        raise VerifyError(number, sentence) from error


def _shown(thing: object) -> str:
    return msgspec.json.encode(thing).decode()

"""The record of a game: its result, its replay as canonical JSON lines, and the evidence beside them.

A replay is a header, one line for each action, and the result. Every line carries the running hash of all
that was written and all that happened up to there, so that the first line that does not hold is found; the
lines that end a round carry a hash of the whole state as well, for what no event tells.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from protocol.actions import AnyAction, SeatNumber
from protocol.events import Score
from protocol.faults import FaultCode
from protocol.messages import Setup
from referee.bots.faults import Fault
from referee.match.spec import GameSpec, OnFault

FORMAT = "citadels-replay"
VERSION = 1

DIGEST_BYTES = 4
"""Of each running hash that is written. The hash itself keeps its whole inner state from line to line."""

Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A number that every reader of JSON can hold."""

encode = msgspec.json.Encoder().encode


class SeatFault(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot's failure as far as it belongs to the result: nothing that depends on the wall clock.

    `request` is the id of the request it failed at, None before the first.
    """

    seat: SeatNumber
    code: FaultCode
    request: Annotated[str, Meta(pattern=r"^r[1-9][0-9]{0,8}$")] | None
    detail: str


class SeatTiming(Struct, frozen=True):
    """How long the bot of a seat took for each of its decisions, and what the referee added, in microseconds."""

    seat: int
    decisions: int
    times_us: list[int]
    delays_us: list[int]


class GameRecord(Struct, frozen=True):
    """A game that was played to its end.

    `scores` and `ranks` are by seat; rank 1 won, seats that forfeited share the last place. `replay` is JSON
    lines. `evidence` (one for each of `faults`) and `timing` depend on the machine, everything else only on
    the game and the bots' answers.
    """

    id: str
    number: int
    bots: tuple[int, ...]
    result: Literal["finished"]
    rounds: int
    decisions: int
    scores: tuple[Score, ...]
    ranks: tuple[int, ...]
    faults: tuple[SeatFault, ...]
    replay: bytes
    evidence: tuple[Fault, ...]
    timing: tuple[SeatTiming, ...]


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a replay; `digest` covers the events of the deal and this line."""

    format: Literal["citadels-replay"]
    version: Literal[1]
    game: Annotated[str, Meta(pattern=r"^[!-~]{1,100}$")]
    number: Count
    seats: Annotated[int, Meta(ge=2, le=8)]
    seed: Annotated[str, Meta(pattern=r"^[ -~]{0,100}$")]
    on_fault: OnFault
    setup: Setup
    digest: str = ""


class Step(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line for each action, in order; steps are counted from 1.

    `forced` is the fault code of a seat that was played on, `state` the digest of the state after an action that
    ended a round.
    """

    seat: SeatNumber
    action: AnyAction
    digest: str
    forced: FaultCode | None = None
    state: str | None = None


class Outcome(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a replay."""

    rounds: Count
    decisions: Count
    scores: tuple[Score, ...]
    ranks: tuple[int, ...]
    faults: tuple[SeatFault, ...]
    state: str
    digest: str = ""


class _StepLine(Struct, frozen=True, omit_defaults=True):
    """A Step whose action is encoded already."""

    seat: int
    action: Raw
    digest: str
    forced: FaultCode | None = None
    state: str | None = None


class Chain:
    """The running hash of a replay."""

    def __init__(self) -> None:
        self._hash = blake2b(digest_size=DIGEST_BYTES)
        self.add = self._hash.update
        self.digest = self._hash.hexdigest

    def close(self, line: Header | Outcome) -> str:
        """Take in a line that has no digest yet, and return the digest."""
        self.add(encode(line))
        return self.digest()


class Writer:
    """A replay in the making."""

    def __init__(self, spec: GameSpec) -> None:
        self.decisions = 0
        self._chain = Chain()
        self._header = header(spec)
        self._text = bytearray()
        self.saw = self._chain.add
        """Take in encoded events, before the line of the action that caused it is written."""

    def dealt(self) -> None:
        """Write the header, after the events of the deal were taken in."""
        digest = self._chain.close(self._header)
        self._write(msgspec.structs.replace(self._header, digest=digest))

    def step(self, seat: int, action: AnyAction, forced: FaultCode | None, state: str | None) -> None:
        """Write an action, after its events were taken in; `state` is the digest of the state behind it."""
        raw = encode(action)
        self._chain.add(raw)
        self._write(_StepLine(seat, Raw(raw), self._chain.digest(), forced, state))
        self.decisions += 1

    def finish(self, outcome: Outcome) -> bytes:
        """Return the whole replay."""
        digest = self._chain.close(outcome)
        self._write(msgspec.structs.replace(outcome, digest=digest))
        return self.text()

    def text(self) -> bytes:
        """Return what is written so far."""
        return bytes(self._text)

    def _write(self, line: Struct) -> None:
        self._text += encode(line)
        self._text += b"\n"


def header(spec: GameSpec) -> Header:
    """Return the first line of the replay of a game, without its digest."""
    return Header(
        format="citadels-replay",
        version=1,
        game=spec.id,
        number=spec.number,
        seats=len(spec.bots),
        seed=spec.seed,
        on_fault=spec.on_fault,
        setup=spec.setup,
    )


def ranked(scores: Sequence[Score], forfeited: Sequence[int]) -> tuple[int, ...]:
    """Return the rank of each seat: by score among those that did not forfeit, the last place for the others."""
    stayed = [score.rank for seat, score in enumerate(scores) if seat not in forfeited]
    return tuple(
        len(scores) if seat in forfeited else 1 + sum(other < score.rank for other in stayed)
        for seat, score in enumerate(scores)
    )

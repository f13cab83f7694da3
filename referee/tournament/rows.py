"""What the rows of a run's database must be. Whoever wrote the file may have meant harm: all is typed and bounded."""

from collections.abc import Sequence
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from protocol.actions import SeatNumber
from protocol.events import Score
from protocol.faults import FaultCode
from referee.bots import Fault
from referee.match.replay import REPLAY_BYTES

LARGEST = 1_000_000_000_000
"""Of all numbers in a database; a time in microseconds may come near it."""

Count = Annotated[int, Meta(ge=0, le=LARGEST)]
Times = Annotated[list[Count], Meta(max_length=1_000_000)]
Row = TypeVar("Row")


class SeatRow(Struct, frozen=True):
    """One seat of a game, and the game; `score` is JSON."""

    number: Count
    id: Annotated[str, Meta(pattern=r"^[!-~]{1,100}$")]
    rounds: Count
    decisions: Count
    replay_sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
    seat: SeatNumber
    bot: Count
    rank: Annotated[int, Meta(ge=1, le=8)]
    score: str


class FaultReport(Struct, frozen=True):
    """One fault with its evidence (JSON), for those who ask what happened."""

    game: str
    number: Count
    seat: SeatNumber
    bot: Count
    code: FaultCode
    request: str | None
    detail: str
    evidence: str


class VoidGame(Struct, frozen=True):
    """A game that was broken off through no bot's fault, and why."""

    number: Count
    reason: str


class ReplayRow(Struct, frozen=True):
    """A replay, as it is or compressed, and its length when it is not compressed."""

    size: Annotated[int, Meta(ge=0, le=REPLAY_BYTES)]
    data: bytes


class TimesRow(Struct, frozen=True):
    """The times of a bot in a game, as MessagePack."""

    bot: Count
    packed: bytes


class SecondsRow(Struct, frozen=True):
    """For how long a run has been played."""

    seconds: Annotated[float, Meta(ge=0, le=LARGEST)]


class CpuRow(Struct, frozen=True):
    """The processor time of a bot."""

    bot: Count
    cpu_us: Count


def read_row(kind: type[Row], row: Sequence[Any]) -> Row:
    """Return a row whose columns are the fields of a Struct. Raises ValueError."""
    fields: tuple[str, ...] = kind.__struct_fields__  # type: ignore[attr-defined]
    return msgspec.convert(dict(zip(fields, row, strict=True)), kind, builtin_types=(bytes,))


def read_score(text: str) -> Score:
    """Return the score in a row. Raises ValueError."""
    score = msgspec.json.decode(text, type=Score)
    numbers = [value for value in msgspec.structs.astuple(score) if isinstance(value, int)]
    if any(abs(number) > LARGEST for number in numbers):
        raise ValueError("a score is out of bounds")
    return score


def read_times(packed: bytes) -> list[int]:
    """Return the times in a row, in microseconds. Raises ValueError."""
    return msgspec.msgpack.decode(packed, type=Times)


def read_evidence(text: str) -> Fault:
    """Return the evidence of a fault. Raises ValueError."""
    return msgspec.json.decode(text, type=Fault)

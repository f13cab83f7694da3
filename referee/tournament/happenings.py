"""What happens while a run is played, one line of JSON each; EVENTS.md beside this file describes the stream.

Whatever shows a run in progress, be it text or a program, is told of nothing else.
"""

import json
import re
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from protocol.faults import FaultCode
from protocol.messages import Clock
from protocol.schema import DIALECT, without_discriminator
from referee.bots import Sandbox

FORMAT = "citadels-events"
VERSION = 1


def _tag(name: str) -> str:
    """Return the `event` of a Struct: RunStarted is run_started."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class _Event(Struct, frozen=True, tag_field="event", tag=_tag):
    """What all events have: the milliseconds since the first one."""

    elapsed_ms: int


class Entry(Struct, frozen=True):
    """A bot of the run: its name, and the content hash of its program."""

    name: str
    sha256: str


class RunStarted(_Event, frozen=True):
    """The first event: what is going to be played, and what of it is recorded already.

    `benched` are the bots that sit out already. `commitment` is the SHA-256 of the seed, `began` a time in UTC.
    `workers` is None for a run that is played elsewhere, `planned` where nothing but a time limits the games,
    `left_ms` where none does or nobody knows.
    """

    format: Literal["citadels-events"]
    version: Literal[1]
    referee: str
    began: str
    folder: str
    workers: int | None
    plan_sha256: str
    commitment: str
    planned: int | None
    left_ms: int | None
    recorded: int
    void: int
    faults: int
    seats: int
    clock: Clock
    on_fault: Literal["play-on", "forfeit"]
    bench_after: int
    fresh: bool
    sandbox: Sandbox
    benched: tuple[str, ...]
    bots: tuple[Entry, ...]


class GamesBegun(_Event, frozen=True):
    """Games were handed out to be played, with the bots that sit in any of them."""

    games: tuple[int, ...]
    bots: tuple[str, ...]


class GamePlayed(Struct, frozen=True):
    """The result of a game, lists by seat; `points` go from 0 (last) to 1 (first)."""

    number: int
    game: str
    bots: tuple[str, ...]
    ranks: tuple[int, ...]
    points: tuple[float, ...]
    totals: tuple[int, ...]
    rounds: int
    decisions: int


class GamesRecorded(_Event, frozen=True):
    """Games were played and are safe on the disk; `recorded` counts all that are."""

    recorded: int
    games: tuple[GamePlayed, ...]


class BotFailed(_Event, frozen=True):
    """A bot lost its seat in a game that was recorded just before; `request` is None before the first one."""

    number: int
    seat: int
    bot: str
    code: FaultCode
    request: str | None
    detail: str


class BotBenched(_Event, frozen=True):
    """A bot failed in so many games in a row that it sits out: in game `number` for the first time."""

    number: int
    bot: str


class GameVoid(_Event, frozen=True):
    """A game was broken off through no bot's fault, and is played again."""

    number: int
    why: str


class Line(Struct, frozen=True):
    """A bot in the standings; `interval` is that of its points, None where games are too few to tell."""

    bot: str
    games: int
    points: float
    interval: tuple[float, float] | None
    wins: int
    mean_score: float
    faults: int
    benched: int


class Standings(_Event, frozen=True):
    """The standings after so many recorded games, best bot first."""

    recorded: int
    bots: tuple[Line, ...]


class RunStopped(_Event, frozen=True):
    """No more games are begun: `taken_back` are those that were handed out too early; others are still played.

    When it is `decided`, by the rule of the run, none are.
    """

    why: Literal["interrupted", "decided"]
    taken_back: tuple[int, ...]


class RunEnded(_Event, frozen=True):
    """The last event.

    A run has `finished`, or was `interrupted`, or has `failed` on this machine; `why` explains what was broken
    off, and then there is no `results_sha256`, the digest of the canonical export. The `seed` is told when nothing
    is left to be played.
    """

    outcome: Literal["finished", "interrupted", "failed"]
    recorded: int
    planned: int | None
    void: int
    faults: int
    results_sha256: str | None
    seed: str | None
    why: str | None


Happening: TypeAlias = (
    RunStarted
    | GamesBegun
    | GamesRecorded
    | BotFailed
    | BotBenched
    | GameVoid
    | Standings
    | RunStopped
    | RunEnded
)


def schema_text() -> str:
    """Return the JSON Schema (2020-12) of a line of the stream."""
    (union,), definitions = msgspec.json.schema_components([Happening], ref_template="#/$defs/{name}")
    schema: dict[str, Any] = {
        "$schema": DIALECT,
        "$id": f"urn:citadels:events:{VERSION}",
        "title": f"Events of a run, version {VERSION}",
        "description": "One line of `referee run --events` is one of these objects.",
        **union,
        "$defs": dict(sorted(definitions.items())),
    }
    return json.dumps(without_discriminator(schema), indent=1, ensure_ascii=False) + "\n"

"""What a worker process does: it takes a slice of a plan and returns the games played.

Whatever calls `play_slice` (the local executor, one day a cluster's), the bots it started stay alive for its
next slice, and end with the process.
"""

import atexit
import os
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from protocol.messages import Limits
from referee.bots import BotCommand, BotSeat, HostFault, Sandbox, close_all, host_fault, reaper
from referee.bots.process import BotProcess
from referee.match import GameRecord, GameSpec, play_game
from referee.match.trace import tracing

PAUSES_S = (0.1, 1.0)
"""How long the host may recover, in seconds, before a void game is begun again; then its trouble is there to stay."""

ATTEMPTS = 1 + len(PAUSES_S)
"""How often a game is begun."""

AT_HAND = 16
"""Bots that a worker keeps alive although the game in progress does without them."""


class Slice(Struct, frozen=True):
    """Some games of a plan, the bots that play them (by index) and where, and the folder for their standard error.

    `traces` has a folder for each bot whose conversation is to be written down.
    """

    games: tuple[GameSpec, ...]
    bots: dict[int, BotCommand]
    sandbox: Sandbox
    fresh: bool
    stderr: str
    traces: dict[int, str] = {}


class SliceResult(Struct, frozen=True):
    """The games of a slice, the numbers and reasons of those that were void at first, the seconds it took.

    `cpu_us` is the processor time in microseconds that each bot, by index, has used since the slice before. With
    `trouble` it broke off: what is wrong with the machine that could not play the next game.
    """

    records: tuple[GameRecord, ...]
    void: tuple[tuple[int, str], ...]
    seconds: float
    cpu_us: dict[int, int]
    trouble: str = ""


class Bench:
    """The bots of this process, the one that played last at the end."""

    def __init__(self) -> None:
        self._seats: OrderedDict[tuple[object, ...], BotSeat] = OrderedDict()
        self._ended_us: Counter[str] = Counter()
        self._charged_us: Counter[str] = Counter()

    def players(self, part: Slice, game: GameSpec) -> list[BotSeat]:
        """Return the bots of a game by seat, and end those that have not played for long."""
        seats = [self._seat(part, bot, game.limits) for bot in game.bots]
        while len(self._seats) > max(AT_HAND, len(seats)):
            self._end([self._seats.popitem(last=False)[1]])
        return seats

    def _seat(self, part: Slice, bot: int, limits: Limits) -> BotSeat:
        command, trace = part.bots[bot], part.traces.get(bot)
        key = (command, limits, part.stderr, part.sandbox, trace)
        if key not in self._seats:
            stderr = stderr_path(Path(part.stderr), command.name)
            owner = tracing(Path(trace)) if trace else BotProcess
            self._seats[key] = BotSeat(command, limits, stderr, part.sandbox, process=owner)
        self._seats.move_to_end(key)
        return self._seats[key]

    def close(self) -> None:
        """End all bots."""
        seats = list(self._seats.values())
        self._seats.clear()
        self._end(seats)

    def charge(self, bots: Mapping[int, BotCommand]) -> dict[int, int]:
        """Return the processor time in microseconds that bots, by index, have used since they were last charged."""
        used = self._ended_us + Counter({seat.command.name: seat.cpu_us() for seat in self._seats.values()})
        fresh = {
            bot: max(0, used[command.name] - self._charged_us[command.name]) for bot, command in bots.items()
        }
        self._charged_us.update({bots[bot].name: more for bot, more in fresh.items()})
        return fresh

    def _end(self, seats: list[BotSeat]) -> None:
        for seat, usage in zip(seats, close_all(seats), strict=True):
            self._ended_us[seat.command.name] += usage.cpu_us


_BENCH = Bench()
atexit.register(_BENCH.close)


def stderr_path(folder: Path, name: str) -> Path:
    """Return the file for what a bot writes on standard error in this process."""
    return folder / f"{re.sub(r'[^A-Za-z0-9_.-]+', '_', name)}.{os.getpid()}.log"


def play_slice(part: Slice) -> SliceResult:
    """Play the games of a slice, one after the other, until this machine cannot play one in several attempts."""
    began = time.monotonic()
    records: list[GameRecord] = []
    void: list[tuple[int, str]] = []
    trouble = ""
    for game in part.games:
        try:
            records.append(_play(part, game, void))
        except HostFault as fault:
            trouble = fault.sentence
            break
    seconds = time.monotonic() - began
    return SliceResult(tuple(records), tuple(void), seconds, _BENCH.charge(part.bots), trouble)


def _play(part: Slice, game: GameSpec, void: list[tuple[int, str]]) -> GameRecord:
    """Play a game, again if need be. Raises HostFault."""
    for pause in (*PAUSES_S, None):
        try:
            record = play_game(game, _BENCH.players(part, game))
            reaper.sweep_unmarked()
            if part.fresh:
                _BENCH.close()
        except (HostFault, OSError, MemoryError) as error:
            fault = host_fault(error)
            if fault is None:
                raise
            void.append((game.number, fault.sentence))
            with suppress(HostFault):
                _BENCH.close()
            if pause is None:
                raise fault from error
            time.sleep(pause)
        else:
            return record
    raise AssertionError("a game is played or its last attempt raises")

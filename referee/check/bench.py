"""A bot on trial: its process, all that is said to it and by it, and games with others at the table."""

import array
import fcntl
import termios
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from select import POLLERR, poll
from time import monotonic_ns
from typing import NoReturn

import msgspec
from msgspec import Struct

from protocol.faults import FaultCode
from protocol.messages import ActionMessage, Clock, GameStart, Limits
from referee.bots import BotCommand, BotSeat, Fault, reaper
from referee.bots.errlog import ErrorLog
from referee.bots.launch import Launched
from referee.bots.overheard import OverheardProcess, Speaker
from referee.bots.process import BotProcess
from referee.bots.sandbox import Sandbox
from referee.match import GameRecord, GameSpec, play_game
from referee.match.chair import Player
from referee.rules import preset

END = None
"""In place of a piece: the end of the bot's input."""

Tamper = Callable[[bytes], Sequence[bytes | None]]
"""Makes of one line of the referee the pieces that are really sent, one after the other."""


class BreachError(Exception):
    """The bot does not keep a clause; the text says what it did instead."""


class Said(Struct, frozen=True):
    """Bytes that went over a pipe: to the bot or from it, and when, in milliseconds since its start."""

    by: Speaker
    data: bytes
    at_ms: int


class Transcript:
    """All that was said in one process of the bot."""

    def __init__(self) -> None:
        self.said: list[Said] = []
        self.pid = 0
        self._begun = monotonic_ns()

    def hear(self, by: Speaker, data: bytes) -> None:
        """Note bytes that have just gone over the pipe."""
        self.said.append(Said(by, data, (monotonic_ns() - self._begun) // 1_000_000))

    def since(self, heard: int) -> "Transcript":
        """Return what was said after the first `heard` entries."""
        later = Transcript()
        later.said = self.said[heard:]
        return later

    def forget(self) -> None:
        """Drop all that was said so far."""
        self.said.clear()

    def lines(self, by: Speaker, kind: str = "") -> list[bytes]:
        """Return the complete lines that one side has said, only those of one `type` if told so."""
        whole = b"".join(part.data for part in self.said if part.by == by)
        mark = f'"type":"{kind}"'.encode()
        return [line for line in whole.splitlines() if not kind or mark in line.replace(b" ", b"")[:400]]


def untouched(line: bytes) -> Sequence[bytes | None]:
    """Send a line as it is."""
    return (line,)


class Table(Struct, frozen=True):
    """A game to be played; all that is random follows from the two seeds."""

    players: int = 4
    seat: int = 0
    preset: str = "first-game"
    seed: str = "check"
    bot_seed: str = "5eed"


class Bench:
    """Tries one bot. Close nothing by hand: every process ends with the `with` block that it was started in."""

    def __init__(self, command: BotCommand, clock: Clock, limits: Limits, sandbox: Sandbox) -> None:
        self.command = command
        self.clock = clock
        self.limits = limits
        self.sandbox = sandbox
        self.transcript = Transcript()

    @contextmanager
    def seat(self, tamper: Tamper = untouched) -> Iterator[BotSeat]:
        """Yield the bot as a player whose every word is kept in `transcript`; its process ends with the block."""
        self.transcript = transcript = Transcript()

        def process(launched: Launched, log: ErrorLog) -> BotProcess:
            return TamperedProcess(launched, log, transcript, tamper)

        seat = BotSeat(self.command, self.limits, None, self.sandbox, process=process)
        try:
            yield seat
        finally:
            seat.close()

    def play(
        self,
        bot: Player,
        table: Table = Table(),  # noqa: B008 - frozen
        clock: Clock | None = None,
        opponents: type["Sparring"] | None = None,
    ) -> GameRecord:
        """Play a game of the bot against players who choose at random."""
        spec = GameSpec(
            id=f"check-{table.seed}",
            number=0,
            setup=preset(table.preset, table.players),
            bots=tuple(range(table.players)),
            seed=table.seed,
            bot_seeds=tuple(
                table.bot_seed if seat == table.seat else f"{seat}" for seat in range(table.players)
            ),
            clock=clock or self.clock,
            limits=self.limits,
            on_fault="play-on",
        )
        others = opponents or Sparring
        return play_game(spec, [bot if seat == table.seat else others() for seat in range(table.players)])


def fault(record: GameRecord) -> Fault | None:
    """Return how the bot failed in a game, None when it did not."""
    return record.evidence[0] if record.evidence else None


def demand_no_fault(record: GameRecord) -> None:
    """Raise BreachError when the bot failed in a game."""
    failed = fault(record)
    if failed is not None:
        raise BreachError(told(failed))


def told(failed: Fault) -> str:
    """Return what a fault says, with what the bot wrote last."""
    wrote = f" It wrote {failed.received!r}." if failed.received else ""
    errors = f" On standard error: {failed.stderr.strip()[-300:]!r}." if failed.stderr.strip() else ""
    return f"{failed.code}: {failed.detail}{wrote}{errors}"


class TamperedProcess(OverheardProcess):
    """A bot's process whose conversation is noted, and whose lines may be tampered with."""

    def __init__(self, launched: Launched, log: ErrorLog, transcript: Transcript, tamper: Tamper) -> None:
        super().__init__(launched, log, transcript)
        self._tamper = tamper
        transcript.pid = self.pid

    def write(self, data: bytes) -> None:
        """Send what becomes of each line, a piece when the one before it was taken."""
        if self._input.closed:
            return
        for line in data.splitlines(keepends=True):
            for number, piece in enumerate(self._tamper(line)):
                if number:
                    self._await_taken()
                self._send(piece)

    def _send(self, piece: bytes | None) -> None:
        if piece is END:
            self.exit_politely()
        else:
            super().write(piece)

    def _await_taken(self) -> None:
        """Wait until the bot has read what it was sent, a second at most."""
        waiting = array.array("i", [0])
        watch = poll()
        watch.register(self._stdin, POLLERR)
        for _ in range(1000):
            fcntl.ioctl(self._stdin, termios.FIONREAD, waiting)
            if not (waiting[0] or self.unsent) or watch.poll(1):
                return


class _Asked(Struct):
    legal: tuple[msgspec.Raw, ...]


class Sparring:
    """A player without a process, who chooses at random."""

    elapsed_ms = 0.0
    delay_us = 0
    remaining_ms = 0
    bank_used_ms = 0
    attempts_left = 0

    def begin(self, start: GameStart) -> None:
        """Sit down."""
        self._random = Random(start.bot_seed)  # noqa: S311 - a game

    def ask(self, line: bytes, request: str, clock: Clock) -> ActionMessage:  # noqa: ARG002 - a Player's
        """Choose an option."""
        legal = msgspec.json.decode(line, type=_Asked).legal
        return ActionMessage(request, choice=self._random.randrange(len(legal)))

    def retry(self, line: bytes) -> ActionMessage:
        """Is never needed: an option is legal."""
        raise AssertionError(line)

    def tell(self, line: bytes) -> None:
        """Hear how it ended."""

    def fail(self, code: FaultCode, detail: str, received: bytes = b"") -> NoReturn:
        """Is never needed."""
        raise AssertionError((code, detail, received))


def resident_kib(pid: int) -> int:
    """Return the resident memory of a process and its descendants, in KiB."""
    total = 0
    for process in {pid, *reaper.descendants(pid)}:
        with suppress(OSError):
            lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
            total += sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
    return total

"""Plays the misbehaving bots at a table of honest ones, and measures what comes of it.

A row is two games of three players, one after the other with the same bots: the second one shows that the run
goes on after whatever the first one saw.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from protocol.messages import ActionMessage, Clock, Limits
from referee.bots import BotCommand, BotSeat, Sandbox, close_all, reaper, resolve
from referee.hostile.programs import PROGRAMS
from referee.hostile.rows import LONG_MS, Row, Verdict
from referee.match import GameRecord, GameSpec, VerifyError, play_game, verify
from referee.rules import preset

LATE_MS = 100
"""How long after its deadline a bot may be judged, on a quiet machine."""

MEMORY_KIB = 4_096
"""By how much a bot may make the referee grow."""

GAMES = 2
SEATS = 3
ROUNDS = 12
HOSTILE = 1
"""The seat of the misbehaving bot."""

SANDBOX = Sandbox("limits", memory_mb=128)
"""What the misbehaving bots run in: the default mode, with less memory, so that it is soon used up."""

_MS = 1_000_000
_ROOT = Path(__file__).parents[2]


class Result(Struct, frozen=True):
    """What came of one row.

    `got` is the fault that the records show. The verdict is there when the bot and all that belongs to it is gone:
    `late_ms` after the deadline (None: before it), `reaction_ms` after the misdeed (None: no verdict, or no
    program that could tell the time of its misdeed). `memory_kib` is by how much the referee's memory rose
    above what it was, `survivors` the number of the bot's processes that are left. `others_valid` tells whether
    the honest seats played without fault in games that hold when they are verified, `next_game` whether the
    second game was played.
    """

    bot: str
    does: str
    expected: Verdict
    got: Verdict
    late_ms: int | None
    reaction_ms: int | None
    memory_kib: int
    survivors: int
    others_valid: bool
    next_game: bool


class _Verdict(NamedTuple):
    """How long after the deadline (below 0: before it) and after the misdeed a bot was judged."""

    late_ms: int
    reaction_ms: int | None


def passed(result: Result, late_ms: int = LATE_MS, memory_kib: int = MEMORY_KIB) -> bool:
    """Tell whether a row ended as it must, within bounds."""
    return (
        result.got == result.expected
        and (result.late_ms or 0) <= late_ms
        and result.memory_kib <= memory_kib
        and result.survivors == 0
        and result.others_valid
        and result.next_game
    )


def warm_up() -> None:
    """Play a game without misbehaviour, so that what is loaded and cached once is charged to nobody."""
    with TemporaryDirectory() as folder:
        _games(Row("honest", None), Path(folder), None)


def play(row: Row, stderr: Path | None = None) -> Result:
    """Play one row; `stderr` is a file for what the bot writes there. Raises HostFault."""
    memory = _Memory()
    with TemporaryDirectory() as folder:
        records, verdicts = _games(row, Path(folder), stderr)
    faults = {fault.seat: fault.code for record in records for fault in record.faults}
    return Result(
        bot=row.bot,
        does=row.does,
        expected=row.expected,
        got=faults.get(HOSTILE),
        late_ms=max((v.late_ms for v in verdicts if v.late_ms >= 0), default=None),
        reaction_ms=max((v.reaction_ms for v in verdicts if v.reaction_ms is not None), default=None),
        memory_kib=memory.growth_kib(),
        survivors=_survivors(),
        others_valid=faults.keys() <= {HOSTILE} and all(map(_holds, records)),
        next_game=len(records) == GAMES,
    )


def _games(row: Row, folder: Path, stderr: Path | None) -> tuple[list[GameRecord], list[_Verdict]]:
    """Play the games of a row, in a folder for the bot's own things."""
    mark = folder / "moment-of-the-misdeed"
    limits = Limits(start_ms=row.start_ms, ready_ms=row.ready_ms)
    hostile = BotSeat(_command(row.bot, folder, mark), limits, stderr, SANDBOX)
    seats: list[BotSeat] = [_Patient(_program("honest"), _PATIENT, None) for _ in range(SEATS)]
    seats[HOSTILE] = hostile
    records, verdicts = [], []
    try:
        for number in range(GAMES):
            record = play_game(_spec(row, number), seats)
            reaper.sweep_unmarked()
            records.append(record)
            verdicts += _verdict(hostile, mark) if record.faults else []
            mark.unlink(missing_ok=True)
    finally:
        close_all(seats)
    return records, verdicts


def _verdict(hostile: BotSeat, mark: Path) -> list[_Verdict]:
    settled = hostile.settled_ns
    if settled is None:
        return []
    reaction_ms = (settled - int(mark.read_text(encoding="ascii"))) // _MS if mark.exists() else None
    return [_Verdict((settled - hostile.deadline_ns) // _MS, reaction_ms)]


def _survivors() -> int:
    """Return how many processes are left of all bots: the marked ones, and any that are not in our session."""
    left = reaper.marked(f"{os.getpid()}-")
    for pid in reaper.descendants(os.getpid()):
        with suppress(ProcessLookupError):
            if os.getsid(pid) != os.getsid(0):
                left.add(pid)
    return len(left)


class _Patient(BotSeat):
    """An honest bot, whose time limits are not what is tested: it may take longer than it is told."""

    def ask(self, line: bytes, request: str, clock: Clock) -> ActionMessage:
        """As a seat does, with a later deadline."""
        return super().ask(line, request, Clock(LONG_MS, clock.bank_ms))


_PATIENT = Limits(start_ms=LONG_MS, ready_ms=LONG_MS)


def _command(bot: str, folder: Path, mark: Path) -> BotCommand:
    """Return the command of a bot; what is a file of its own is written to `folder`."""
    if bot not in PROGRAMS:
        return _program(bot, str(mark))
    program = PROGRAMS[bot]
    file = folder / program.file
    file.write_bytes(program.content)
    file.chmod(0o755)
    return resolve(str(file))


def _program(bot: str, *words: str) -> BotCommand:
    return BotCommand(bot, (sys.executable, "-S", "-E", "-m", "referee.hostile", bot, *words), str(_ROOT))


def _spec(row: Row, number: int) -> GameSpec:
    return GameSpec(
        id=f"g-{row.bot}-{number}",
        number=number,
        setup=replace(preset("first-game", SEATS), round_limit=ROUNDS),
        bots=tuple(range(SEATS)),
        seed=f"hostile {number}",
        bot_seeds=tuple(f"{number}{seat}" for seat in range(SEATS)),
        clock=Clock(row.move_ms, row.bank_ms),
        limits=Limits(start_ms=row.start_ms, ready_ms=row.ready_ms),
        on_fault="play-on",
    )


def _holds(record: GameRecord) -> bool:
    try:
        verify(record.replay)
    except VerifyError:
        return False
    return True


class _Memory:
    """Measures how far the resident memory of this process rises."""

    def __init__(self) -> None:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        self._before = self._status("VmRSS:")

    def growth_kib(self) -> int:
        """Return by how much the peak since the beginning exceeds what it was then, in KiB."""
        return max(0, self._status("VmHWM:") - self._before)

    @staticmethod
    def _status(field: str) -> int:
        lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(field))

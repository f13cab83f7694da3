"""Plays the misbehaving bots in a scripted game and measures what comes of it."""

import os
import sys
from pathlib import Path
from time import monotonic

from msgspec import Struct

from protocol.actions import GatherCards, GatherGold
from protocol.codec import encode
from protocol.events import CardsGained
from protocol.faults import FaultCode
from protocol.messages import (
    ActionMessage,
    Clock,
    GameEnd,
    GameStart,
    Limits,
    Rejected,
    Request,
    Setup,
)
from protocol.views import OwnView, PlayerView, TableView
from referee.bots import reaper
from referee.bots.command import BotCommand
from referee.bots.faults import BotFailed
from referee.bots.process import GRACE_MS
from referee.bots.seat import BotSeat

SHORT_MS = 300
"""The limit that a bot is expected to miss."""

LONG_MS = 20_000
"""A limit that no bot is expected to reach."""

REQUESTS = 4
LONG_REQUEST = 3
LEGAL = (GatherGold(), GatherCards())


class Case(Struct, frozen=True):
    """A misbehaving bot and the fault it must end with (None: it plays to the end)."""

    bot: str
    expected: FaultCode | None


class HostileResult(Struct, frozen=True):
    """What came of one bot.

    `overrun_ms` is how much longer it held the referee up than its limits allow, `survivors` the number of
    its processes that are left, `memory_kib` by how much the referee's memory rose above what it was.
    """

    bot: str
    expected: FaultCode | None
    got: FaultCode | None
    overrun_ms: int
    survivors: int
    memory_kib: int


CASES: tuple[Case, ...] = (
    Case("silent", "start_timeout"),
    Case("crash_at_start", "start_failed"),
    Case("wrong_version", "version_mismatch"),
    Case("never_ready", "ready_timeout"),
    Case("never_moves", "move_timeout"),
    Case("slow", "move_timeout"),
    Case("chatter", "move_timeout"),
    Case("babble", "too_many_stray_lines"),
    Case("padding", "too_much_output"),
    Case("flood", "line_too_long"),
    Case("garbage", "bad_json"),
    Case("bad_utf8", "bad_utf8"),
    Case("bad_message", "bad_message"),
    Case("unexpected", "unexpected_message"),
    Case("illegal", "too_many_rejections"),
    Case("crash_mid_game", "exited"),
    Case("exits", "exited"),
    Case("closes_stdout", "closed_output"),
    Case("closes_stdin", "closed_input"),
    Case("ignores_stdin", "move_timeout"),
    Case("ignores_sigterm", None),
    Case("stops_itself", "move_timeout"),
    Case("floods_stderr", "move_timeout"),
    Case("forks_child", "exited"),
    Case("leaves_daemon", None),
    Case("forks_often", "move_timeout"),
)


def run(cases: tuple[Case, ...] = CASES) -> list[HostileResult]:
    """Play all cases, one after the other. Raises HostFault."""
    return [play(case) for case in cases]


def play(case: Case, stderr: Path | None = None) -> HostileResult:
    """Play one case; `stderr` is a file for what the bot writes there. Raises HostFault."""
    seat = BotSeat(command(case.bot), _limits(case), stderr)
    memory = _Memory()
    watch = _Watch()
    got = None
    try:
        _play(seat, case, watch)
    except BotFailed as failed:
        got = failed.fault.code
    finally:
        watch.allow(2 * GRACE_MS)
        seat.close()
    watch.allow(0)
    survivors = len(reaper.marked(f"{os.getpid()}-"))
    return HostileResult(case.bot, case.expected, got, watch.overrun_ms, survivors, memory.growth_kib())


def command(bot: str) -> BotCommand:
    """Return the command that runs one of the misbehaving bots."""
    program = Path(__file__).with_name("hostile.py")
    return BotCommand(bot, (sys.executable, str(program), bot), str(program.parent))


class _Watch:
    """Measures by how much steps exceed the time that each of them is allowed."""

    def __init__(self) -> None:
        self.overrun_ms = 0
        self._allowed_ms = 0
        self._since = monotonic()

    def allow(self, milliseconds: int) -> None:
        """Begin a step that may take so long."""
        now = monotonic()
        self.overrun_ms = max(self.overrun_ms, round((now - self._since) * 1000) - self._allowed_ms)
        self._since, self._allowed_ms = now, milliseconds


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


def _limits(case: Case) -> Limits:
    """Return short limits where the bot is to miss them, and long ones elsewhere."""
    return Limits(
        start_ms=SHORT_MS if case.expected == "start_timeout" else LONG_MS,
        ready_ms=SHORT_MS if case.expected == "ready_timeout" else LONG_MS,
    )


def _play(seat: BotSeat, case: Case, watch: _Watch) -> None:
    """Play one game in which nothing depends on the answers."""
    clock = Clock(SHORT_MS if case.expected == "move_timeout" else LONG_MS, 0)
    watch.allow(seat.limits.start_ms)
    seat.start()
    watch.allow(seat.limits.ready_ms)
    setup = Setup("2016", ("assassin", "thief"), (), 7, 100)
    seat.begin(GameStart("g-selftest", 0, 2, setup, clock, "00"))
    for number in range(1, REQUESTS + 1):
        watch.allow(clock.move_ms)
        request = _request(number, clock)
        answer = seat.ask(encode(request), request.request, clock)
        while not _is_legal(answer):
            answer = seat.retry(encode(_rejected(seat, request.request)))
    seat.tell(encode(GameEnd("g-selftest", 1, (), (), (1, 2))))


def _request(number: int, clock: Clock) -> Request:
    """Return a request; one of them is longer than a pipe holds."""
    event = CardsGained(0, 2, "architect", ("temple", "harbor"))
    events = (event,) * (2_000 if number == LONG_REQUEST else 1)
    players = (PlayerView(2, 4, ()), PlayerView(2, 4, ()))
    view = TableView(1, 0, 50, players, OwnView(0, ("temple", "harbor")))
    return Request(f"r{number}", "turn", clock, 1, events, LEGAL, view)


def _is_legal(answer: ActionMessage) -> bool:
    return answer.action in LEGAL or (answer.choice is not None and answer.choice < len(LEGAL))


def _rejected(seat: BotSeat, request: str) -> Rejected:
    return Rejected(
        request=request,
        code="bad_choice",
        rule="",
        message=f"There are {len(LEGAL)} choices.",
        path="/choice",
        remaining_ms=seat.remaining_ms,
        attempts_left=seat.attempts_left,
    )

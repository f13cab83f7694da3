"""A bot that plays game after game: the protocol's session, a process, and the clock of each question."""

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from signal import Signals
from time import monotonic_ns
from typing import NoReturn

from msgspec import Struct

from protocol.codec import ProtocolFault
from protocol.faults import FaultCode
from protocol.messages import ActionMessage, Clock, FromBot, GameStart, Limits
from protocol.schema import schema_hash
from protocol.session import Session, State, Stray
from referee.bots import launch
from referee.bots.command import BotCommand, changed
from referee.bots.errlog import ErrorLog
from referee.bots.faults import SHOWN_BYTES, BotFailed, Fault, HostFault, shown
from referee.bots.process import GRACE_MS, BotProcess, EndedError, Exit, LateError
from referee.bots.runqueue import RunQueue
from referee.bots.sandbox import DEFAULT, Sandbox

_MS = 1_000_000

QUICK_NS = 500_000
"""A request that is settled within this time, in nanoseconds, cannot have waited long for anything."""

_ABORTED = b'{"type":"game_aborted"'
_IN_GAME: frozenset[State] = frozenset({"playing", "asked", "answered"})


class Usage(Struct, frozen=True):
    """What all processes of a seat used together.

    `starts` is their number, `cpu_us` the processor time of those that have ended, `memory_kib` the most that one of
    them held at a time, `orphans` the number of processes that they left in sessions of their own, `exit_status` that
    of the last one (None: it was killed).
    """

    starts: int = 0
    cpu_us: int = 0
    memory_kib: int = 0
    orphans: int = 0
    exit_status: int | None = None


class BotSeat:
    """One bot at a table. All times are milliseconds of the monotonic clock.

    A bot that fails is killed at once: BotFailed is raised when its process is gone, and `start` makes a new
    one. A HostFault blames the machine. Use it from one thread, the bot dies with the thread that started it.
    """

    def __init__(
        self,
        command: BotCommand,
        limits: Limits,
        stderr: Path | None,
        sandbox: Sandbox = DEFAULT,
        *,
        process: Callable[[launch.Launched, ErrorLog], BotProcess] = BotProcess,
    ) -> None:
        """Prepare a bot. `stderr` is a file of its own for what its processes write there, None for none.

        `process` makes the owner of a program that was started, for those who listen in.
        """
        self.command = command
        self.limits = limits
        self.sandbox = sandbox
        self.usage = Usage()
        self._log = ErrorLog(stderr)
        self._take_over = process
        self._process: BotProcess | None = None
        self._session = Session(limits)
        self._games = 0
        self._request: str | None = None
        self._timeout: FaultCode = "start_timeout"
        self._clock = Clock(0, 0)
        self._bank = 0
        self._asked = self._deadline = self._heard = 0
        self._settled: int | None = None
        self._answers = 0
        self._queue: RunQueue | None = None
        self._waited_ns = self._handling_ns = 0

    @property
    def alive(self) -> bool:
        """Whether the bot was started and has neither failed nor been closed."""
        return self._process is not None

    @property
    def name(self) -> str:
        """What the bot calls itself, or else what its command is called. For information only."""
        return (self._session.bot.name if self._session.bot else "") or self.command.name

    @property
    def elapsed_ms(self) -> float:
        """Time from the question to its answer, or to now while there is none."""
        return ((self._settled or monotonic_ns()) - self._asked) / _MS

    @property
    def remaining_ms(self) -> int:
        """Time that is left from now to the deadline of the question, not below 0."""
        return max(0, self._deadline - monotonic_ns()) // _MS

    @property
    def delay_us(self) -> int:
        """How much of `elapsed_ms` the referee needed itself, in microseconds, the last answer being there.

        That is what it took to understand the bot's lines, and, for requests that took long enough for that to
        matter, how long this thread waited for a processor meanwhile, with the answer in the pipe or not.
        """
        waited_ns = 0
        if self._queue is not None and self._settled and self._settled - self._asked > QUICK_NS:
            waited_ns = self._queue.waited_ns() - self._waited_ns
        return (waited_ns + self._handling_ns) // 1_000

    @property
    def deadline_ns(self) -> int:
        """The deadline of the last question, on the monotonic clock."""
        return self._deadline

    @property
    def settled_ns(self) -> int | None:
        """When the last question was settled: answered, or the bot that failed at it gone. None before."""
        return self._settled

    @property
    def bank_used_ms(self) -> int:
        """What the last request took from the bank, rounded up."""
        overrun = (self._settled or self._deadline) - self._asked - self._clock.move_ms * _MS
        return min(self._clock.bank_ms, max(0, -(-overrun // _MS)))

    @property
    def attempts_left(self) -> int:
        """How many more answers to the request in progress are allowed."""
        return max(0, self.limits.attempts - self._answers)

    def start(self) -> None:
        """Start the bot, or start it again, and exchange `hello`. Raises BotFailed or HostFault."""
        self.close()
        self._session = Session(self.limits)
        self._games = 0
        line = self._session.hello(schema_hash())
        self._set_clock("start_timeout", None, self.limits.start_ms, 0)
        if changed(self.command):
            detail = "The program is not the one that the run began with."
            raise BotFailed(self._fault("program_changed", detail, b"", None))
        try:
            launched = launch.start(self.command, self.sandbox)
        except launch.StartError as error:
            raise BotFailed(self._fault("start_failed", str(error), b"", None)) from error
        try:
            self._process = self._take_over(launched, self._log)
        except BaseException:
            launch.abandon(launched)
            raise
        self._queue = RunQueue()
        self._exchange_or_discard(line)
        self._rest()

    def begin(self, start: GameStart) -> None:
        """Tell the bot of a new game and wait until it is ready. Starts it when it is not alive.

        A bot that left between two games is started again without blame, so that what it is charged with does
        not depend on how games are spread over processes. Raises BotFailed or HostFault.
        """
        if not self.alive:
            self.start()
        reused = self._games > 0
        try:
            self._begin(start)
        except BotFailed as failed:
            if not reused or failed.fault.code != "exited":
                raise
            self.start()
            self._begin(start)
        self._games += 1

    def ask(self, line: bytes, request: str, clock: Clock) -> ActionMessage:
        """Send `line`, an encoded Request with the id `request`, and return the bot's answer to it.

        The deadline is `clock.move_ms` plus `clock.bank_ms` from now, both as told in the request. Raises
        BotFailed or HostFault.
        """
        self._session.request(request)
        self._wake()
        self._clock = clock
        self._answers = self._handling_ns = 0
        self._waited_ns = self._queue.waited_ns() if self._queue else 0
        self._set_clock("move_timeout", request, clock.move_ms, clock.bank_ms)
        return self._answer(line)

    def retry(self, line: bytes) -> ActionMessage:
        """Send `line`, an encoded Rejected, and return the next answer to the same request.

        The deadline stays. Raises BotFailed, also when no attempt is left, or HostFault.
        """
        if not self.attempts_left:
            self.fail("too_many_rejections", f"{self._answers} answers to {self._request} were refused.")
        self._session.rejected()
        if self._process:
            self._process.beat()
        self._wake()
        self._settled = None
        return self._answer(line)

    def tell(self, line: bytes) -> None:
        """Send `line`, an encoded GameEnd or GameAborted, without waiting.

        A bot that is gone, or in no game, is not told; what its pipe does not take goes out at the next
        `begin`. Never raises for a bot's fault: a bot that left is noticed there.
        """
        if self._process is None or self._session.state not in _IN_GAME:
            return
        self._session.game_over("game_aborted" if line.startswith(_ABORTED) else "game_end")
        self._process.write(line)
        self._request = None

    def fail(self, code: FaultCode, detail: str, received: bytes = b"") -> NoReturn:
        """Kill the bot for a reason found elsewhere. Raises BotFailed, or HostFault if that is impossible."""
        raise self._failure(code, detail, received)

    def dismiss(self) -> None:
        """Say goodbye and end the bot's input, so that several bots can leave at the same time."""
        if self._process is not None and self._session.state != "closed":
            self._process.write(self._session.shutdown())
            self._process.exit_politely()

    def cpu_us(self) -> int:
        """Return the processor time of all processes of this seat, living and ended, in microseconds."""
        return self.usage.cpu_us + (self._process.cpu_us() if self._process else 0)

    def close(self) -> Usage:
        """End the bot and all its descendants, politely first; return what the seat has used so far.

        Never raises for a bot's fault. Raises HostFault when a process cannot be ended.
        """
        self.dismiss()
        self._end_process(GRACE_MS)
        return self.usage

    def _begin(self, start: GameStart) -> None:
        line = self._session.game_start(start)
        self._bank = start.time.bank_ms
        self._wake()
        self._set_clock("ready_timeout", None, self.limits.ready_ms, 0)
        self._exchange_or_discard(line)
        self._rest()

    def _set_clock(self, timeout: FaultCode, request: str | None, limit_ms: int, bank_ms: int) -> None:
        self._timeout = timeout
        self._request = request
        self._settled = None
        self._asked = monotonic_ns()
        self._deadline = self._asked + (limit_ms + bank_ms) * _MS

    def _answer(self, line: bytes) -> ActionMessage:
        message = self._exchange(line)
        assert self._settled is not None
        self._handling_ns += self._settled - self._heard
        self._answers += 1
        self._rest()
        assert isinstance(message, ActionMessage)
        return message

    def _rest(self) -> None:
        """Where bots are stopped while they are not asked: stop this one."""
        if self.sandbox.freeze and self._process:
            self._process.freeze()

    def _wake(self) -> None:
        """Let a bot go on that was stopped."""
        if self.sandbox.freeze and self._process:
            self._process.thaw()

    def _exchange_or_discard(self, line: bytes) -> None:
        """Exchange lines outside of requests, where a fault of the host leaves nothing to go on with."""
        try:
            self._exchange(line)
        except HostFault:
            self._end_process(0)
            raise

    def _exchange(self, line: bytes) -> FromBot:
        """Send `line` and return the message that it awaits."""
        process, session = self._process, self._session
        if process is None:
            raise RuntimeError(f"The bot {self.command.name} is not running.")
        self._heard = monotonic_ns()
        try:
            process.write(line)
            while True:
                message = session.next_message()
                if message is None:
                    data = process.read(self._deadline)
                    self._heard = monotonic_ns()
                    session.receive(data)
                elif isinstance(message, Stray):
                    process.write(session.notice(message))
                else:
                    break
            self._settled = process.beat()
        except LateError as late:
            raise self._failure(self._timeout, self._lateness(), session.unfinished) from late
        except EndedError as ended:
            raise self._death(ended) from ended
        except ProtocolFault as fault:
            raise self._failure(fault.code, fault.detail, fault.received) from fault
        if process.unsent:
            detail = "The bot answered before it had read the whole question."
            raise self._failure("unexpected_message", detail, b"")
        return message

    def _lateness(self) -> str:
        if self._timeout == "start_timeout":
            return f"`hello` was not answered within {self.limits.start_ms} ms."
        if self._timeout == "ready_timeout":
            return f"`game_start` was not answered within {self.limits.ready_ms} ms."
        bank = " and what was left of the bank" if self._bank else ""
        return f"{self._request} was not answered within {self._clock.move_ms} ms{bank}."

    def _death(self, ended: EndedError) -> BotFailed:
        """Return the failure of a bot that has gone; before `hello` it counts as never started."""
        received = self._session.unfinished
        if ended.how == "closed_output":
            return self._failure("closed_output", "The bot closed its standard output.", received)
        if ended.how == "closed_input":
            return self._failure("closed_input", "The bot closed its standard input.", received)
        elapsed = self.elapsed_ms
        left = self._end_process(0)
        how = _exit_sentence(left.status if left else None)
        if self._timeout == "start_timeout":
            detail = f"{how} before it answered `hello`."
            return BotFailed(self._fault("start_failed", detail, received, left, elapsed))
        return BotFailed(self._fault("exited", f"{how}.", received, left, elapsed))

    def _failure(self, code: FaultCode, detail: str, received: bytes) -> BotFailed:
        """Kill the bot and return what to raise."""
        elapsed = self.elapsed_ms
        left = self._end_process(0)
        return BotFailed(self._fault(code, detail, received, left, elapsed))

    def _fault(
        self, code: FaultCode, detail: str, received: bytes, left: Exit | None, elapsed: float = 0
    ) -> Fault:
        self._settled = monotonic_ns()
        return Fault(
            code=code,
            detail=detail,
            request=self._request,
            elapsed_ms=round(elapsed),
            received=shown(received[:SHOWN_BYTES]),
            stderr=shown(bytes(self._log.recent)),
            exit_status=left.status if left else None,
        )

    def _end_process(self, grace_ms: int) -> Exit | None:
        """End the process, if there is one, and add up what it used."""
        process, self._process = self._process, None
        if process is None:
            return None
        if self._queue:
            self._queue.close()
            self._queue = None
        left = process.close(grace_ms=grace_ms)
        self.usage = Usage(
            self.usage.starts + 1,
            self.usage.cpu_us + left.cpu_us,
            max(self.usage.memory_kib, left.memory_kib),
            self.usage.orphans + left.orphans,
            left.status,
        )
        return left


def close_all(seats: Iterable[BotSeat]) -> list[Usage]:
    """Close several bots, which leave at the same time. Raises HostFault when a process cannot be ended."""
    leaving = list(seats)
    for seat in leaving:
        seat.dismiss()
    with ExitStack() as closing:
        for seat in leaving:
            closing.callback(seat.close)
    return [seat.usage for seat in leaving]


def _exit_sentence(status: int | None) -> str:
    if status is None:
        return "The bot's process ended"
    if status < 0:
        name = Signals(-status).name if -status in set(Signals) else f"signal {-status}"
        return f"The bot's process was ended by {name}"
    return f"The bot's process ended with status {status}"

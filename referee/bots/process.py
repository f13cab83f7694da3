"""One process of a bot, with everything that belongs to it: pipes, descendants, a private directory.

Nothing here blocks longer than it is told to. Times are nanoseconds of the monotonic clock.
"""

import contextlib
import os
import select
import signal
from pathlib import Path
from time import monotonic_ns
from typing import Literal, TypeAlias

from msgspec import Struct

from referee.bots import launch, reaper
from referee.bots.errlog import ErrorLog
from referee.bots.faults import HostFault

CHUNK = 8_192
"""Bytes read at once."""

GRACE_MS = 300
"""How long a bot may take to leave after the end of its input, and again after SIGTERM."""

EXIT_MS = 1_000
"""How long after the end of a pipe the end of the process is waited for, to tell a crash from a closed pipe."""

LAST_MOMENT_MS = 50
"""How long it is waited for at least, when the deadline is near."""

BEAT_MS = 100
"""How often a referee that waits makes sure that it is running."""

STALL_MS = 500
"""A referee whose beat comes this much too late was not running, and blames nobody for what is late since."""

_LAST_WORDS = 1 << 20
_BROKEN_ONLY = 0

End: TypeAlias = Literal["exited", "closed_output", "closed_input"]


class LateError(Exception):
    """The deadline has passed."""


class EndedError(Exception):
    """The bot will not answer any more; `how` is the fault code."""

    def __init__(self, how: End) -> None:
        super().__init__(how)
        self.how = how


class Exit(Struct, frozen=True):
    """How a process ended and what it used.

    `status` is None when the referee killed it, and negative for a signal. `memory_kib` is the most that was
    resident in one of its processes at a time until its input was closed (0: it was dead by then), `orphans` the
    number of processes that it left in sessions of their own and that had to be ended.
    """

    status: int | None
    cpu_us: int
    memory_kib: int
    orphans: int


class BotProcess:
    """A running bot. `close` must be called, whatever happens."""

    def __init__(self, launched: launch.Launched, log: ErrorLog) -> None:
        """Take over a program that was just started. Raises HostFault."""
        popen = launched.popen
        assert popen.stdin
        assert popen.stdout
        assert popen.stderr
        self.pid = popen.pid
        self._launched = launched
        self._log = log
        self._input = popen.stdin
        self._stdin, self._stdout, self._stderr = (
            pipe.fileno() for pipe in (popen.stdin, popen.stdout, popen.stderr)
        )
        for descriptor in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(descriptor, False)
        try:
            self._handle = os.pidfd_open(self.pid)
        except OSError as error:
            raise HostFault(f"A bot's process cannot be watched: {error.strerror}.") from error
        self._unsent = bytearray()
        self._end: End | None = None
        self._overdue = -1
        self._beat = monotonic_ns()
        self._memory_kib = 0
        self._frozen: set[int] = set()
        self._poll = select.poll()
        for descriptor in (self._stdout, self._stderr, self._handle):
            self._poll.register(descriptor, select.POLLIN)
        self._poll.register(self._stdin, _BROKEN_ONLY)

    @property
    def unsent(self) -> int:
        """Bytes written by the referee that the bot's pipe has not taken."""
        return len(self._unsent)

    def write(self, data: bytes) -> None:
        """Send `data` after what was sent before; what the pipe does not take goes out during `read`."""
        self._beat = monotonic_ns()
        if self._unsent:
            self._unsent += data
            return
        try:
            sent = os.write(self._stdin, data)
        except BlockingIOError:
            sent = 0
        except BrokenPipeError:
            self._end = self._end or "closed_input"
            return
        if sent < len(data):
            self._unsent += data[sent:]
            self._poll.modify(self._stdin, select.POLLOUT)

    def read(self, deadline: int) -> bytes:
        """Return the next bytes of the bot's standard output, at least one.

        What is there when the deadline passes is still returned, once for each deadline. Raises LateError,
        EndedError, or HostFault when this process stood still for long since it wrote.
        """
        while self._end is None:
            left = deadline - self.beat()
            if left <= 0:
                self._overrun(deadline)
                left = 0
            data = b""
            for descriptor, event in self._poll.poll(min(left / 1_000_000, BEAT_MS)):
                if descriptor == self._stdout:
                    data = self._take_output()
                else:
                    self._attend(descriptor, event)
            if data:
                return data
        return self._last_words(deadline)

    def beat(self) -> int:
        """Return the time. Raises HostFault when this process stood still for long before it."""
        now = monotonic_ns()
        pause_ms = (now - self._beat) // 1_000_000
        self._beat = now
        if pause_ms > BEAT_MS + STALL_MS:
            raise HostFault(f"The referee was not running for {pause_ms} ms.")
        return now

    def exit_politely(self) -> None:
        """Close the bot's input: it is expected to leave."""
        if not self._input.closed:
            self.thaw()
            self._note_memory()
            self._poll.unregister(self._stdin)
            self._unsent.clear()
            self._input.close()

    def close(self, *, grace_ms: int) -> Exit:
        """End the process and all its descendants, and free everything it held.

        It has `grace_ms` to leave by itself and as long again after SIGTERM; then it is killed. With 0 it is
        killed at once. Raises HostFault when a process cannot be ended.
        """
        suspects = reaper.descendants(self.pid)
        used = self.cpu_us()
        left = self._leaves(grace_ms)
        suspects |= reaper.descendants(self.pid)
        self._signal_group(signal.SIGKILL)
        reaper.await_death(self.pid, self._handle)
        try:
            self._rescue_errors()
        finally:
            _, status, usage = os.wait4(self.pid, 0)
            code = os.waitstatus_to_exitcode(status)
            os.close(self._handle)
            try:
                swept = reaper.sweep(self.pid, self._launched.mark, suspects)
            finally:
                launch.release(self._launched, code)
        self._log.save()
        # Nobody tells of children that end with what encloses them.
        cpu_us = max(used, reaper.used_us(usage) + swept.cpu_us)
        return Exit(code if left else None, cpu_us, self._memory_kib, swept.strangers)

    def cpu_us(self) -> int:
        """Return the processor time, in microseconds, that the living bot and all its processes have used so far."""
        return sum(map(reaper.cpu_us, self._family()))

    def freeze(self) -> None:
        """Stop the bot and all its processes, so that they do nothing until `thaw`."""
        self._signal_group(signal.SIGSTOP)
        while fresh := self._family() - self._frozen:
            for pid in fresh - {self.pid}:
                _signal(pid, signal.SIGSTOP)
            self._frozen |= fresh

    def thaw(self) -> None:
        """Let the bot and all its processes go on."""
        for pid in self._frozen - {self.pid}:
            _signal(pid, signal.SIGCONT)
        self._frozen.clear()
        self._signal_group(signal.SIGCONT)

    def _family(self) -> set[int]:
        return reaper.family(self.pid, self._launched.mark)

    def _leaves(self, grace_ms: int) -> bool:
        """Tell whether the process has ended by itself, or does so when its input ends."""
        if grace_ms == 0:
            self._note_memory()
            return self._exits_within(0, discard=True)
        self.exit_politely()
        if self._exits_within(grace_ms, discard=True):
            return True
        self._signal_group(signal.SIGTERM)
        self._exits_within(grace_ms, discard=True)
        return False

    def _overrun(self, deadline: int) -> None:
        """Allow one look after each deadline, so that endless chatter gains nothing."""
        if self._overdue == deadline:
            raise LateError
        self._overdue = deadline

    def _take_output(self) -> bytes:
        try:
            data = os.read(self._stdout, CHUNK)
        except BlockingIOError:
            return b""
        if not data and self._end is None:
            self._end = "closed_output"
        return data

    def _attend(self, descriptor: int, event: int) -> None:
        """Do what is due at one of the descriptors beside standard output."""
        if descriptor == self._stderr:
            if self._take_errors() is None:
                self._poll.unregister(self._stderr)
        elif descriptor == self._handle:
            self._end = "exited"
        elif event & select.POLLERR:
            self._end = self._end or "closed_input"
        else:
            self._send_rest()

    def _send_rest(self) -> None:
        try:
            sent = os.write(self._stdin, self._unsent)
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._end = self._end or "closed_input"
            return
        del self._unsent[:sent]
        if not self._unsent:
            self._poll.modify(self._stdin, _BROKEN_ONLY)

    def _take_errors(self) -> int | None:
        """Move what there is of standard error to the log; return how many bytes, None when it is closed."""
        try:
            data = os.read(self._stderr, CHUNK)
        except BlockingIOError:
            return 0
        self._log.feed(data)
        return len(data) or None

    def _last_words(self, deadline: int) -> bytes:
        """Return what a process that has ended wrote before; raise EndedError when there is no more."""
        assert self._end is not None
        left_ms = (deadline - monotonic_ns()) // 1_000_000
        patience = min(EXIT_MS, max(LAST_MOMENT_MS, left_ms))
        if self._end != "exited" and self._exits_within(patience, discard=False):
            self._end = "exited"
        data = self._take_output() if self._end == "exited" else b""
        if not data:
            raise EndedError(self._end)
        return data

    def _exits_within(self, milliseconds: int, *, discard: bool) -> bool:
        """Tell whether the process ends in time. Its error output is kept meanwhile, its output discarded."""
        deadline = monotonic_ns() + milliseconds * 1_000_000
        waiting = select.poll()
        watched = (self._handle, self._stderr, self._stdout) if discard else (self._handle, self._stderr)
        for descriptor in watched:
            waiting.register(descriptor, select.POLLIN)
        while True:
            left = max(0, deadline - monotonic_ns())
            ready = [descriptor for descriptor, _ in waiting.poll(left / 1_000_000)]
            if self._handle in ready:
                return True
            if self._stderr in ready and self._take_errors() is None:
                waiting.unregister(self._stderr)
            if self._stdout in ready and not self._take_output():
                waiting.unregister(self._stdout)
            if not left:
                return False

    def _note_memory(self) -> None:
        """Note the peak of the resident memory. What `wait4` tells includes that of the referee."""
        for pid in self._family():
            with contextlib.suppress(OSError):
                lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
                peaks = (int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
                self._memory_kib = max(self._memory_kib, *peaks, 0)

    def _rescue_errors(self) -> None:
        """Read what a dead process left in standard error; a descendant may still be filling it."""
        rescued = 0
        while rescued < _LAST_WORDS and (got := self._take_errors()):
            rescued += got

    def _signal_group(self, number: signal.Signals) -> None:
        """Signal the bot's process group. It exists: its leader was not reaped."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, number)


def _signal(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)

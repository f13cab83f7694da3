"""Processes that bots leave behind: this process adopts them, finds them and ends them.

A bot leads a session of its own, so none of its descendants can ever be in ours; all of them inherit the
mark in their environment unless they throw it away. A child of this process that was started elsewhere with a
session of its own is left alone while it lives, but must not be left unreaped for long.
"""

import contextlib
import ctypes
import os
import resource
import select
import signal
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from time import clock_gettime_ns, monotonic_ns
from typing import NamedTuple

from referee.bots.faults import HostFault

MARK = "REFEREE_BOT"
"""The environment variable that every process of a bot inherits."""

_PR_SET_CHILD_SUBREAPER = 36
_KILL_WAIT_MS = 5_000
_SESSION_FIELD, _MEMORY_FIELD = 3, 20
_CHILDREN_TIME_FIELDS = (13, 14)
_CPU_CLOCK = 2
"""With a process id, makes the number of a clock: `clock_getcpuclockid(3)` without the C library."""

_own: set[int] = set()


class _Child(NamedTuple):
    pid: int
    alive: bool
    session: int


class Swept(NamedTuple):
    """What a bot had left behind: processes that lived on outside its session, and what all of them had used."""

    strangers: int
    cpu_us: int


@cache
def become_subreaper() -> None:
    """Have the kernel give orphaned descendants to this process rather than to init. Raises HostFault."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise HostFault(f"This process cannot adopt orphans: {os.strerror(ctypes.get_errno())}.")


def register(pid: int) -> None:
    """Note a bot's own process, which is waited for elsewhere."""
    _own.add(pid)


def forget(pid: int) -> None:
    """Note that a bot's own process was waited for."""
    _own.discard(pid)


def descendants(pid: int) -> set[int]:
    """Return the children of a process, their children and so on, without those that changed parents.

    It is a help to `sweep` and no more: what cannot be read is left out.
    """
    found: set[int] = set()
    todo = [pid]
    with contextlib.suppress(OSError):
        while todo:
            fresh = _children(todo.pop()) - found
            found |= fresh
            todo += fresh
    return found


def family(leader: int, mark: str) -> set[int]:
    """Return the living processes of the bot `leader`: itself, its descendants, and adopted ones with its `mark`."""
    adopted = {pid for pid in _children(os.getpid()) - _own if _mark(pid) == mark}
    return {leader, *descendants(leader)}.union(adopted, *map(descendants, adopted))


def cpu_us(pid: int) -> int:
    """Return the processor time of a process and of children that it waited for; 0 when it is gone."""
    try:
        own = clock_gettime_ns(~pid << 3 | _CPU_CLOCK) // 1000
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return 0
    waited_for = sum(int(fields[field]) for field in _CHILDREN_TIME_FIELDS)
    return own + waited_for * 1_000_000 // os.sysconf("SC_CLK_TCK")


def used_us(usage: resource.struct_rusage) -> int:
    """Return the processor time of a process that was waited for."""
    return round((usage.ru_utime + usage.ru_stime) * 1_000_000)


def sweep(leader: int, mark: str, suspects: set[int]) -> Swept:
    """End and reap all adopted processes of the bot `leader`.

    These are the ones in its session, the `suspects`, those with its `mark`, and what descends from any.
    Adopted processes that are dead already are reaped whatever they were. Raises HostFault when one cannot be ended.
    """
    suspects, sessions, strangers, used = set(suspects), {leader}, 0, 0
    deadline = monotonic_ns() + _KILL_WAIT_MS * 1_000_000
    while orphans := list(_orphans(sessions, suspects, mark)):
        if monotonic_ns() > deadline:
            raise HostFault(f"A bot's processes multiply faster than they can be ended: {len(orphans)} left.")
        for orphan in orphans:
            if orphan.alive:
                suspects |= descendants(orphan.pid)
                sessions.add(orphan.session)
                strangers += orphan.session != leader
        used += _end_all([orphan.pid for orphan in orphans])
    return Swept(strangers, used)


def sweep_unmarked() -> int:
    """End and reap adopted processes that carry no mark: what a bot left behind that hid where it comes from.

    Only for a process that starts nothing but bots in sessions of their own. Return how many lived. Raises
    HostFault when one cannot be ended.
    """
    here, ended = os.getsid(0), 0
    while strays := [
        pid for pid in _children(os.getpid()) - _own if _look_at(pid).session != here and not _mark(pid)
    ]:
        ended += sum(_look_at(pid).alive for pid in strays)
        _end_all(strays)
    return ended


def marked(prefix: str) -> set[int]:
    """Return all living processes of this user whose mark starts with `prefix`."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and _mark(int(entry.name)).startswith(prefix):
            found.add(int(entry.name))
    return found


def await_death(pid: int, handle: int) -> None:
    """Wait until a process that was killed is dead, without reaping it; `handle` is its pidfd.

    Raises HostFault when it does not die.
    """
    waiting = select.poll()
    waiting.register(handle, select.POLLIN)
    if not waiting.poll(_KILL_WAIT_MS):
        raise HostFault(f"Process {pid} survives SIGKILL.")


def _end_all(children: list[int]) -> int:
    """Kill children, all at once, and reap them; return what they used. Raises HostFault when one does not die."""
    used = 0
    for pid in children:
        os.kill(pid, signal.SIGKILL)
    for pid in children:
        handle = os.pidfd_open(pid)
        try:
            await_death(pid, handle)
        finally:
            os.close(handle)
        used += used_us(os.wait4(pid, 0)[2])
    return used


def _orphans(sessions: set[int], suspects: set[int], mark: str) -> Iterator[_Child]:
    here = os.getsid(0)
    for pid in _children(os.getpid()) - _own:
        child = _look_at(pid)
        if child.session == here:
            continue
        if child.session in sessions or not child.alive or pid in suspects or _mark(pid) == mark:
            yield child


def _children(pid: int) -> set[int]:
    found: set[int] = set()
    try:
        with os.scandir(f"/proc/{pid}/task") as threads:
            for thread in threads:
                # Path.open takes twice as long, and there may be hundreds of these.
                with open(f"{thread.path}/children", "rb") as children:  # noqa: PTH123
                    found.update(map(int, children.read().split()))
    except (FileNotFoundError, ProcessLookupError):
        pass
    return found


def _look_at(pid: int) -> _Child:
    """Read what /proc tells of a child. One without memory is dead or dying."""
    fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    return _Child(pid, fields[_MEMORY_FIELD] != b"0", int(fields[_SESSION_FIELD]))


def _mark(pid: int) -> str:
    """Return the mark that a process carries, or ""."""
    try:
        variables = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return ""
    values = (value for name, _, value in (v.partition(b"=") for v in variables) if name == MARK.encode())
    return next(values, b"").decode(errors="replace")

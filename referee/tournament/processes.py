"""Whom a process of the referee brings to an end, and by whom it is ended itself. Linux only."""

import ctypes
import os
import signal
from contextlib import suppress
from multiprocessing import active_children
from pathlib import Path

_SET_PDEATHSIG = 1
_SET_DUMPABLE = 4


def end_with(parent: int) -> None:
    """Have this process sent SIGTERM when the parent that it was started by, process `parent`, is gone."""
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "this process cannot be ended with its parent")
    if os.getppid() != parent:
        raise SystemExit(1)


def keep_secrets() -> None:
    """Keep other processes of this user, but not root, from reading this one's memory and what it has open."""
    ctypes.CDLL(None).prctl(_SET_DUMPABLE, 0, 0, 0, 0)


def children() -> set[int]:
    """Return the ids of this process's children."""
    found: set[int] = set()
    for thread in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):
            found.update(map(int, (thread / "children").read_text().split()))
    return found


def end_orphans(spared: set[int]) -> None:
    """Kill and reap what dead workers left behind, and whatever that leaves behind in turn.

    Orphans are children in another session than ours that are no workers and not `spared`.
    """
    while orphans := {child for child in children() - spared if _in_other_session(child)} - _workers():
        for orphan in orphans:
            os.kill(orphan, signal.SIGKILL)
            os.waitpid(orphan, 0)


def _workers() -> set[int]:
    return {worker.pid for worker in active_children() if worker.pid is not None}


def _in_other_session(process: int) -> bool:
    try:
        return os.getsid(process) != os.getsid(0)
    except ProcessLookupError:
        return False

"""Jobs for the executor's tests: they run in worker processes."""

import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path


class StubbornError(Exception):
    """An error that can be pickled but not unpickled."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def add(one: int, two: int = 1) -> int:
    return one + two


def fail(sentence: str) -> None:
    raise ValueError(sentence)


def fail_stubbornly() -> None:
    raise StubbornError(1, 2)


def where() -> tuple[int, int, set[int]]:
    return os.getpid(), os.getsid(0), os.sched_getaffinity(0)


def dumpable() -> int:
    return ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(mark: str) -> int:
    path = Path(mark)
    if not path.exists():
        path.touch()
        die()
    return os.getpid()


def leave_by_status() -> None:
    os._exit(7)


FAMILY = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"], start_new_session=True)
print(child.pid, flush=True)
import signal; signal.pause()
"""


def leave_a_file_and_die(pipe: str) -> None:
    """Tell a named pipe of a temporary file that was made, and die."""
    handle, path = tempfile.mkstemp()
    os.close(handle)
    Path(pipe).write_text(path)
    die()


def make_a_file() -> str:
    handle, path = tempfile.mkstemp()
    os.close(handle)
    return path


def _family() -> list[int]:
    """Start a process with a child of its own, each in a session of its own; return their ids."""
    first = subprocess.Popen(
        [sys.executable, "-c", FAMILY], start_new_session=True, stdout=subprocess.PIPE, text=True
    )
    assert first.stdout is not None
    return [first.pid, int(first.stdout.readline())]


def die_with_family(pipe: str) -> None:
    """Tell a named pipe of a family that was started, and die."""
    told = " ".join(map(str, _family()))
    Path(pipe).write_text(told)
    die()


def wait_for_ever(pipe: str) -> None:
    """Tell a named pipe the own id, and wait."""
    Path(pipe).write_text(str(os.getpid()))
    threading.Event().wait()


def wait_for_word(said: str, heard: str) -> str:
    """Tell one named pipe the own id, and return what comes out of another."""
    Path(said).write_text(str(os.getpid()))
    return Path(heard).read_text()

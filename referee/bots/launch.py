"""How a bot's program is started: what it inherits, and that it does not outlive the referee."""

import errno
import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from msgspec import Struct

from referee.bots import reaper
from referee.bots.command import BotCommand
from referee.bots.faults import HostFault

_HOST_ERRORS = frozenset({errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM, errno.ENOSPC})
_GUARD = Path(__file__).with_name("guard.py")
_numbers = itertools.count(1)


class StartError(Exception):
    """The bot's program cannot be started; the text is a sentence."""


class Launched(Struct, frozen=True):
    """A program that was started: its private directory, and the mark that all its processes carry."""

    popen: "subprocess.Popen[bytes]"
    home: str
    mark: str


def start(command: BotCommand) -> Launched:
    """Start a bot without a shell, as leader of its own session, with pipes and nothing else of ours.

    It dies with the thread that calls this. The caller owns it until `release`. Raises StartError when the
    program is to blame and HostFault when the machine is.
    """
    reaper.become_subreaper()
    mark = f"{os.getpid()}-{next(_numbers)}"
    try:
        home = tempfile.mkdtemp(prefix="bot-")
    except OSError as error:
        raise HostFault(f"A bot's directory cannot be made: {error.strerror}.") from error
    try:
        popen = _spawn(command, environment(home, mark))
    except BaseException:
        Path(home).rmdir()
        raise
    reaper.register(popen.pid)
    return Launched(popen, home, mark)


def abandon(launched: Launched) -> None:
    """End a program that nobody could take over."""
    os.killpg(launched.popen.pid, signal.SIGKILL)
    release(launched, launched.popen.wait())


def release(launched: Launched, status: int) -> None:
    """Free what a program held that has ended and was waited for, with exit status `status`."""
    reaper.forget(launched.popen.pid)
    launched.popen.returncode = status
    for pipe in (launched.popen.stdin, launched.popen.stdout, launched.popen.stderr):
        if pipe:
            pipe.close()
    shutil.rmtree(launched.home, ignore_errors=True)


def environment(home: str, mark: str) -> dict[str, str]:
    """Return all environment variables of a bot."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": home,
        "TMPDIR": home,
        "LANG": "C.UTF-8",
        "PYTHONUNBUFFERED": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OMP_NUM_THREADS": "1",
        reaper.MARK: mark,
    }


def _spawn(command: BotCommand, variables: dict[str, str]) -> "subprocess.Popen[bytes]":
    try:
        _look_at(command)
        return subprocess.Popen(
            [*_tether(command.argv[0]), *command.argv],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=command.folder,
            env=variables,
            start_new_session=True,
            close_fds=True,
        )
    except OSError as error:
        if error.errno in _HOST_ERRORS:
            raise HostFault(f"A bot could not be started: {error.strerror}.") from error
        raise StartError(f"The program {command.argv[0]} cannot be started: {error.strerror}.") from error


def _look_at(command: BotCommand) -> None:
    """Raise the OSError that starting the program would give; behind the tether nobody would see it."""
    program = Path(command.argv[0])
    Path(command.folder).stat()
    program.stat()
    if program.is_dir() or not os.access(program, os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _tether(program: str) -> tuple[str, ...]:
    """Return the command prefix that ties a program's life to that of this process.

    `setpriv` starts fast, but hands a file that the kernel refuses to a shell; so it gets no such file.
    """
    if _setpriv() and _is_native(Path(program)):
        return (_setpriv(), "--pdeathsig", "KILL", "--no-new-privs", "--")
    return (sys.executable, "-I", "-S", str(_GUARD), str(os.getpid()))


def _is_native(program: Path) -> bool:
    """Whether a file is a script with an interpreter line, or a binary of the same kind as this interpreter."""
    head = _head(program)
    return head.startswith(b"#!") or _machine(head) == _machine(_head(Path(sys.executable)))


def _head(file: Path) -> bytes:
    with file.open("rb") as content:
        return content.read(20)


def _machine(head: bytes) -> tuple[bytes, bytes]:
    """Return what the head of an ELF file says of its format, its word length and its processor."""
    return head[:6], head[18:20]


@cache
def _setpriv() -> str:
    """Return the path of a `setpriv` that can do what is asked of it, or ""."""
    program = shutil.which("setpriv")
    if program is None:
        return ""
    probe = [program, "--pdeathsig", "KILL", "--no-new-privs", "--", program, "--version"]
    tried = subprocess.run(probe, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return program if tried.returncode == 0 else ""

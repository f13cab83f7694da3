"""How a bot's program is started: what it inherits, and that it does not outlive the referee."""

import errno
import itertools
import os
import signal
import subprocess
from pathlib import Path

from msgspec import Struct

from referee.bots import reaper
from referee.bots.command import BotCommand
from referee.bots.faults import HOST_ERRORS, HostFault
from referee.bots.sandbox import Sandbox, enclose
from referee.bots.sandbox.scratch import Scratch

_numbers = itertools.count(1)


class StartError(Exception):
    """The bot's program cannot be started; the text is a sentence."""


class Launched(Struct, frozen=True):
    """A program that was started: its private folder, and the mark that all its processes carry."""

    popen: "subprocess.Popen[bytes]"
    scratch: Scratch
    mark: str


def start(command: BotCommand, sandbox: Sandbox) -> Launched:
    """Start a bot without a shell, as leader of its own session, with pipes and nothing else of ours.

    It dies with the thread that calls this. The caller owns it until `release`. Raises StartError when the
    program is to blame and HostFault when the machine is.
    """
    reaper.become_subreaper()
    mark = f"{os.getpid()}-{next(_numbers)}"
    try:
        scratch = Scratch()
    except OSError as error:
        raise HostFault(f"A bot's folder cannot be made: {error.strerror}.") from error
    try:
        popen = _spawn(command, sandbox, scratch.path, mark)
    except BaseException:
        scratch.remove()
        raise
    reaper.register(popen.pid)
    return Launched(popen, scratch, mark)


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
    launched.scratch.remove()


def _spawn(command: BotCommand, sandbox: Sandbox, scratch: Path, mark: str) -> "subprocess.Popen[bytes]":
    try:
        _look_at(command)
        enclosure = enclose(sandbox, command, scratch, mark)
        try:
            return subprocess.Popen(
                [*enclosure.prefix, *command.argv],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=command.folder,
                env=enclosure.variables,
                start_new_session=True,
                pass_fds=enclosure.descriptors,
            )
        finally:
            for descriptor in enclosure.descriptors:
                os.close(descriptor)
    except OSError as error:
        if error.errno in HOST_ERRORS:
            raise HostFault(f"A bot could not be started: {error.strerror}.") from error
        raise StartError(f"The program {command.argv[0]} cannot be started: {error.strerror}.") from error


def _look_at(command: BotCommand) -> None:
    """Raise the OSError that starting the program would give; behind the prefix nobody would see it."""
    program = Path(command.argv[0])
    Path(command.folder).stat()
    program.stat()
    if program.is_dir() or not os.access(program, os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

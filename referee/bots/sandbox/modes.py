"""The modes of the sandbox, and what a bot is started with in each."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from referee.bots.command import BotCommand
from referee.bots.reaper import MARK
from referee.bots.sandbox import locked, seccomp, strict
from referee.bots.sandbox.limits import MEMORY_MB, heap_sizes, resource_limits
from referee.bots.sandbox.tether import guard, tether

Mode: TypeAlias = Literal["none", "limits", "strict", "locked"]


class Sandbox(Struct, frozen=True, forbid_unknown_fields=True):
    """What bots are enclosed in.

    `memory_mb` is the memory in MiB that each of their processes may take (0: any). With `freeze`, bots that are not
    asked anything are stopped.
    """

    mode: Mode = "limits"
    memory_mb: int = MEMORY_MB
    freeze: bool = False


DEFAULT = Sandbox()


class Enclosure(NamedTuple):
    """What stands before a bot's command, all of its environment variables, and descriptors that it inherits.

    The descriptors are to be closed by whoever asked for it.
    """

    prefix: tuple[str, ...]
    variables: dict[str, str]
    descriptors: tuple[int, ...] = ()


class Start(NamedTuple):
    """A bot that is to be started: its program, its memory, its private folder and its mark."""

    command: BotCommand
    memory_mb: int
    scratch: Path
    mark: str


class ModeEntry(NamedTuple):
    """A mode: what it does in a few words, and how it encloses a bot."""

    sentence: str
    enclose: Callable[[Start], Enclosure]


_FIXED = {
    "LANG": "C.UTF-8",
    "PYTHONUNBUFFERED": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    "OMP_NUM_THREADS": "1",
}
"""Variables that make a bot behave alike everywhere."""


def enclose(sandbox: Sandbox, command: BotCommand, scratch: Path, mark: str) -> Enclosure:
    """Return how to start a bot with a private folder, and with a mark that all its processes inherit.

    Raises OSError when its program cannot be read, HostFault when the machine lacks what the mode needs.
    """
    enclosure = MODES[sandbox.mode].enclose(Start(command, sandbox.memory_mb, scratch, mark))
    return enclosure._replace(variables={**enclosure.variables, MARK: mark})


def _none(start: Start) -> Enclosure:
    variables = {**os.environ, **_FIXED, "TMPDIR": str(start.scratch)}
    return Enclosure(tether(start.command.argv[0], {}), variables)


def _limits(start: Start) -> Enclosure:
    prefix = tether(start.command.argv[0], resource_limits(start.memory_mb))
    return Enclosure(prefix, _variables(start.memory_mb, start.scratch))


def _strict(start: Start) -> Enclosure:
    filtering = seccomp.descriptor(seccomp.CONFINED)
    try:
        prefix = strict.prefix(start.command, start.memory_mb, start.mark, filtering)
    except BaseException:
        os.close(filtering)
        raise
    return Enclosure(prefix, _variables(start.memory_mb, strict.HOME), (filtering,))


def _locked(start: Start) -> Enclosure:
    fence = locked.fence(start.command, start.scratch)
    prefix = guard(resource_limits(start.memory_mb), fence)
    return Enclosure(prefix, _variables(start.memory_mb, start.scratch), fence)


def _variables(memory_mb: int, home: Path) -> dict[str, str]:
    """Return the variables of a bot that gets none of ours but PATH."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "TMPDIR": str(home),
        **_FIXED,
        **heap_sizes(memory_mb),
    }


MODES: dict[Mode, ModeEntry] = {
    "none": ModeEntry("your environment, no limits", _none),
    "limits": ModeEntry("an environment of its own, limits on memory, files and descriptors", _limits),
    "strict": ModeEntry("no network, a read-only system of its own, limits", _strict),
    "locked": ModeEntry("no network, few files, limits, without namespaces", _locked),
}

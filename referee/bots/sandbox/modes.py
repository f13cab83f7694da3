"""The modes of the sandbox, and what a bot is started with in each."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from referee.bots.command import BotCommand
from referee.bots.reaper import MARK
from referee.bots.sandbox.limits import MEMORY_MB, heap_sizes, resource_limits
from referee.bots.sandbox.tether import tether

Mode: TypeAlias = Literal["none", "limits"]


class Sandbox(Struct, frozen=True, forbid_unknown_fields=True):
    """The mode in which bots run, and the memory in MiB that each of their processes may take (0: any)."""

    mode: Mode = "limits"
    memory_mb: int = MEMORY_MB


DEFAULT = Sandbox()


class Enclosure(NamedTuple):
    """What stands before a bot's command, and all of its environment variables."""

    prefix: tuple[str, ...]
    variables: dict[str, str]


class ModeEntry(NamedTuple):
    """A mode: what it holds back in a few words, and how it encloses a bot."""

    sentence: str
    enclose: "Callable[[Sandbox, BotCommand, Path], Enclosure]"


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

    Raises OSError when its program cannot be read.
    """
    prefix, variables = MODES[sandbox.mode].enclose(sandbox, command, scratch)
    return Enclosure(prefix, {**variables, MARK: mark})


def _none(_sandbox: Sandbox, command: BotCommand, scratch: Path) -> Enclosure:
    variables = {**os.environ, **_FIXED, "TMPDIR": str(scratch)}
    return Enclosure(tether(command.argv[0], {}), variables)


def _limits(sandbox: Sandbox, command: BotCommand, scratch: Path) -> Enclosure:
    prefix = tether(command.argv[0], resource_limits(sandbox.memory_mb))
    return Enclosure(prefix, _variables(sandbox, scratch))


def _variables(sandbox: Sandbox, home: Path) -> dict[str, str]:
    """Return the variables of a bot that gets none of ours but PATH."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "TMPDIR": str(home),
        **_FIXED,
        **heap_sizes(sandbox.memory_mb),
    }


MODES: dict[Mode, ModeEntry] = {
    "none": ModeEntry("your environment, no limits", _none),
    "limits": ModeEntry("limits on memory, files and descriptors, an environment of its own", _limits),
}

"""The mode `strict`: bubblewrap shows a bot a small read-only system in which nobody else lives.

An ordinary user gets there by a user namespace. Root needs none: the bot becomes a user of its own instead, which
owns no file and whose processes the kernel counts apart.
"""

import os
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from referee.bots.command import BotCommand
from referee.bots.faults import HostFault
from referee.bots.sandbox import view
from referee.bots.sandbox.limits import PROCESSES, TEMPORARY_BYTES, resource_limits
from referee.bots.sandbox.tether import TIED, options

HOME = Path("/tmp")  # noqa: S108 - of the bot's own

TOOLS = {"bwrap": "bubblewrap", "setpriv": "util-linux", "prlimit": "util-linux", "sh": "dash"}
"""Programs that the mode needs, and the packages of Debian and its kin that they come from."""

_SHARED_BYTES = 1 << 20
_FIRST_USER = 1 << 31

_PUT_ASIDE = 'exec "$@" 8<&0 9>&1 0</dev/null 1>/dev/null'
_TAKE_BACK = 'exec "$@" 0<&8 1>&9 8<&- 9>&-'
"""Bubblewrap keeps its standard input and output open; so the bot's go past it, lest their end be missed."""


def prefix(command: BotCommand, memory_mb: int, mark: str, filtering: int) -> tuple[str, ...]:
    """Return the prefix for a bot; `filtering` is the descriptor of a filter, and `mark` the bot's, unique.

    Raises HostFault when a tool is missing and OSError when the program cannot be read.
    """
    root = os.geteuid() == 0
    limits = resource_limits(memory_mb) | {"nproc": PROCESSES}
    setpriv, prlimit, sh, bwrap = (_tool(name) for name in ("setpriv", "prlimit", "sh", "bwrap"))
    return (
        *(setpriv, *TIED, "--", sh, "-c", _PUT_ASIDE, "sh"),
        *(bwrap, *(_PRIVILEGED if root else _UNPRIVILEGED), *_APART, *_scene(command)),
        *("--seccomp", str(filtering), "--", sh, "-c", _TAKE_BACK, "sh"),
        *(_someone_else(setpriv, mark) if root else ()),
        *(prlimit, *options(limits), "--"),
    )


_APART = (
    *("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
    *("--die-with-parent", "--hostname", "bot"),
)
_UNPRIVILEGED = ("--unshare-user", "--uid", "1000", "--gid", "1000", "--cap-drop", "ALL")
_PRIVILEGED = ("--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")


def _someone_else(setpriv: str, mark: str) -> tuple[str, ...]:
    """Return the prefix that makes root a user whom nobody else is: its number is made from the bot's mark."""
    process, _, number = mark.partition("-")
    user = str(_FIRST_USER + (int(process) << 8) + int(number) % 256)
    return (setpriv, "--reuid", user, "--regid", user, "--clear-groups", "--inh-caps=-all", "--")


def _scene(command: BotCommand) -> Iterator[str]:
    """Yield the options that build what the bot sees; nothing of it but /tmp and /dev/shm can be written."""
    for place in view.SYSTEM:
        if place.is_symlink():
            yield from ("--symlink", str(place.readlink()), str(place))
        elif place.is_dir():
            yield from ("--ro-bind", str(place), str(place))
    for place in view.SETTINGS:
        yield from _shown(place)
    yield from ("--proc", "/proc", "--dev", "/dev")
    yield from ("--size", str(_SHARED_BYTES), "--perms", "1777", "--tmpfs", "/dev/shm")  # noqa: S108
    yield from ("--size", str(TEMPORARY_BYTES), "--perms", "1777", "--tmpfs", str(HOME))
    yield from ("--dir", command.folder)
    for place in view.needed(command):
        yield from _shown(place)
    yield from ("--chdir", command.folder, "--remount-ro", "/dev", "--remount-ro", "/")


def _shown(place: Path) -> tuple[str, ...]:
    """Return the options that show a file or folder; without `--dir`, nobody but root could look behind its parents."""
    return ("--dir", str(place.parent), "--ro-bind", str(place), str(place)) if place.exists() else ()


@cache
def _tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise HostFault(f"The program {name} is missing: install the package {TOOLS[name]}.")
    return found

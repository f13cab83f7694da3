"""The mode `locked`: Landlock and a filter of system calls, for machines that forbid namespaces.

The bot's `guard` puts both on itself before it becomes the bot; they hold for all that descends from it.
"""

import os
from pathlib import Path

from referee.bots.command import BotCommand
from referee.bots.sandbox import landlock, seccomp, view

READABLE = (
    *view.SYSTEM,
    *view.SETTINGS,
    *map(Path, ("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu")),
    *map(Path, ("/dev/random", "/dev/urandom", "/dev/zero")),
)
"""What every bot may read. The guard adds what /proc tells of the bot itself."""

WRITABLE = (Path("/dev/null"), Path("/dev/full"))

LISTABLE = tuple(sorted({package.parent for package in view.PACKAGES}))
"""Where Python looks for packages; it needs the names there."""


def fence(command: BotCommand, scratch: Path) -> tuple[int, int]:
    """Return descriptors of a Landlock ruleset and of a filter, to be closed by the caller. Raises OSError."""
    rules = landlock.ruleset((*READABLE, *view.needed(command)), (*WRITABLE, scratch), LISTABLE)
    try:
        return rules, seccomp.descriptor(seccomp.SILENT)
    except BaseException:
        os.close(rules)
        raise

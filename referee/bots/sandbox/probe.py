"""Whether this machine can do what a mode of the sandbox promises: a program is started in it, as a bot would be."""

import os
import shutil
from pathlib import Path

from referee.bots import launch
from referee.bots.command import BotCommand
from referee.bots.faults import HostFault, shown
from referee.bots.sandbox import landlock, seccomp, strict
from referee.bots.sandbox.modes import Mode, Sandbox

STRICT_ADVICE = (
    "Bubblewrap cannot make namespaces here. Where the system keeps them from ordinary users, an administrator allows "
    "them with `sysctl kernel.apparmor_restrict_unprivileged_userns=0` or a profile for bwrap; in a container that "
    "forbids them, take --sandbox locked."
)
LOCKED_ADVICE = "It needs Linux 6.2 or later with Landlock switched on, on x86-64 or 64-bit ARM."


def require(sandbox: Sandbox) -> None:
    """Make sure that the sandbox can be had. Raises HostFault, whose sentence says what is missing and what to do."""
    reason = missing(sandbox)
    if reason:
        raise HostFault(f"--sandbox {sandbox.mode} cannot be had on this machine. {reason}")


def missing(sandbox: Sandbox) -> str | None:
    """Return what this machine lacks for a sandbox and what to do about it, None when nothing."""
    return _LACKING[sandbox.mode]() or _failure(sandbox)


def _nothing() -> None:
    return None


def _lacking_for_strict() -> str | None:
    packages = sorted({package for tool, package in strict.TOOLS.items() if shutil.which(tool) is None})
    if packages:
        return f"Install what is missing: apt-get install {' '.join(packages)} (or what your system has for that)."
    if not seccomp.known():
        return f"There is no filter of system calls for {os.uname().machine}."
    return None


def _lacking_for_locked() -> str | None:
    if landlock.version() < landlock.LEAST_VERSION or not seccomp.known():
        return LOCKED_ADVICE
    return None


_LACKING = {
    "none": _nothing,
    "limits": _nothing,
    "strict": _lacking_for_strict,
    "locked": _lacking_for_locked,
}
_ADVICE: dict[Mode, str] = {"strict": STRICT_ADVICE, "locked": LOCKED_ADVICE}


def _failure(sandbox: Sandbox) -> str | None:
    """Start a program that does nothing; return what went wrong."""
    program = shutil.which("true")
    assert program, "every system has a program `true`"
    launched = launch.start(BotCommand("true", (program,), str(Path(program).parent)), sandbox)
    try:
        _, told = launched.popen.communicate()
    finally:
        launch.release(launched, launched.popen.wait())
    if launched.popen.returncode == 0:
        return None
    return f"{shown(told).strip()}\n{_ADVICE.get(sandbox.mode, '')}".strip()

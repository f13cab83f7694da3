"""The command prefix that ties a program's life to that of this process, and takes from it what is not its due."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

_GUARD = Path(__file__).with_name("guard.py")
TIED = ("--pdeathsig", "KILL", "--no-new-privs")
_POWERLESS = ("--inh-caps=-all", "--bounding-set=-all")


def tether(program: str, limits: Mapping[str, int]) -> tuple[str, ...]:
    """Return the prefix for a program, given as an absolute path, and its resource limits.

    The program is killed when the thread that starts it ends, and can gain no privileges. With limits it also
    loses those of root, which could lift them. The tools of util-linux start fast, but hand a file that the kernel
    refuses to a shell; so they get no such file. Raises OSError when the program cannot be read.
    """
    setpriv, prlimit = _tools()
    if not setpriv or not _is_native(Path(program)):
        return guard(limits)
    if not limits:
        return (setpriv, *TIED, "--")
    powerless = _POWERLESS if os.geteuid() == 0 else ()
    return (setpriv, *TIED, *powerless, "--", prlimit, *options(limits), "--")


def options(limits: Mapping[str, int]) -> tuple[str, ...]:
    """Return limits as options of `prlimit`."""
    return tuple(f"--{name}={value}" for name, value in limits.items())


def guard(limits: Mapping[str, int], fence: Sequence[int] = ()) -> tuple[str, ...]:
    """Return the prefix that needs no tools but this interpreter.

    `fence` are inherited descriptors of a Landlock ruleset and of a filter of system calls, if there are such.
    """
    limited = ",".join(f"{name}={value}" for name, value in limits.items())
    fenced = ",".join(map(str, fence))
    return (sys.executable, "-I", "-S", str(_GUARD), str(os.getpid()), limited, fenced)


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
def _tools() -> tuple[str, str]:
    """Return the paths of a `setpriv` and a `prlimit` that can do what is asked of them, or twice ""."""
    setpriv, prlimit = shutil.which("setpriv"), shutil.which("prlimit")
    if setpriv is None or prlimit is None:
        return "", ""
    probe = [setpriv, *TIED, "--", prlimit, "--core=0", "--", setpriv, "--version"]
    tried = subprocess.run(probe, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return (setpriv, prlimit) if tried.returncode == 0 else ("", "")

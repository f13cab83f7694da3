"""Becomes a bot that dies with the referee: a program of its own, for machines without the tools of util-linux.

`python guard.py PARENT LIMITS PROGRAM ARGUMENT...` asks the kernel for SIGKILL when the process PARENT ends, gives
up the right to gain privileges, sets the LIMITS (`data=1000,core=0`, sizes in bytes) and turns into PROGRAM. With
limits it also gives up the privileges of root. It imports nothing of the referee and starts fast.
"""

import ctypes
import os
import resource
import signal
import sys

PR_SET_PDEATHSIG = 1
PR_CAPBSET_DROP = 24
PR_SET_NO_NEW_PRIVS = 38
CAPABILITIES = 64
"""More than any kernel has; the surplus is refused and does no harm."""

NO_CAPABILITIES = (0x20080522, 0), (0, 0, 0, 0, 0, 0)
"""What `capset` takes, as 32-bit numbers: its third version for this process; no capability of any kind."""

NOT_STARTED = 127


def main() -> int:
    """Become the program; return the exit status that says it could not be done."""
    parent, limits, program = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
    libc = ctypes.CDLL(None)
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if limits:
        restrict(libc, limits)
    if os.getppid() != parent:
        return NOT_STARTED
    try:
        os.execv(program[0], program)  # noqa: S606 - the whole purpose
    except OSError as error:
        sys.stderr.write(f"{program[0]}: {error.strerror}\n")
    return NOT_STARTED


def restrict(libc: ctypes.CDLL, limits: str) -> None:
    """Set the limits and give up the privileges that could lift them."""
    for limit in limits.split(","):
        name, value = limit.split("=")
        resource.setrlimit(getattr(resource, f"RLIMIT_{name.upper()}"), (int(value), int(value)))
    for capability in range(CAPABILITIES):
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    libc.capset(*((ctypes.c_uint32 * len(numbers))(*numbers) for numbers in NO_CAPABILITIES))


if __name__ == "__main__":
    sys.exit(main())

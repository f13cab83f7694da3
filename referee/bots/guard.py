"""Becomes a bot that dies with the referee: a program of its own, for machines without `setpriv`.

`python guard.py PARENT PROGRAM ARGUMENT...` asks the kernel for SIGKILL when the process PARENT ends, gives up
the right to gain privileges, and turns into PROGRAM. It imports nothing of the referee and starts fast.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1
PR_SET_NO_NEW_PRIVS = 38
NOT_STARTED = 127


def main() -> int:
    """Become the program; return the exit status that says it could not be done."""
    parent, program = int(sys.argv[1]), sys.argv[2:]
    libc = ctypes.CDLL(None)
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if os.getppid() != parent:
        return NOT_STARTED
    try:
        os.execv(program[0], program)  # noqa: S606 - the whole purpose
    except OSError as error:
        sys.stderr.write(f"{program[0]}: {error.strerror}\n")
    return NOT_STARTED


if __name__ == "__main__":
    sys.exit(main())

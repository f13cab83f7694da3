"""Becomes a bot that dies with the referee: a program of its own, for what the tools of util-linux cannot do.

`python guard.py PARENT LIMITS FENCE PROGRAM ARGUMENT...` asks the kernel for SIGKILL when the process PARENT ends,
gives up the right to gain privileges, sets the LIMITS (`data=1000,core=0`, sizes in bytes) and turns into PROGRAM.
With limits it also gives up the privileges of root. FENCE (`5,6`) are descriptors of a Landlock ruleset and of a
filter of system calls, which it puts on. It imports nothing of the referee and starts fast.
"""

import ctypes
import os
import resource
import signal
import struct
import sys

PR_SET_PDEATHSIG = 1
PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
PR_CAPBSET_DROP = 24
PR_SET_NO_NEW_PRIVS = 38
LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT_SELF = 445, 446
PATH_BENEATH, READ_FILES_AND_FOLDERS = 1, 0b1100
CAPABILITIES = 64
"""More than any kernel has; the surplus is refused and does no harm."""

NO_CAPABILITIES = (0x20080522, 0), (0, 0, 0, 0, 0, 0)
"""What `capset` takes, as 32-bit numbers: its third version for this process; no capability of any kind."""

NOT_STARTED = 127


def main() -> int:
    """Become the program; return the exit status that says it could not be done."""
    parent, limits, fence, program = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]
    kernel = ctypes.CDLL(None, use_errno=True)
    kernel.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    kernel.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if limits:
        limit(kernel, limits)
    if os.getppid() != parent:
        return NOT_STARTED
    try:
        if fence:
            put_on(kernel, *map(int, fence.split(",")))
        os.execv(program[0], program)  # noqa: S606 - the whole purpose
    except OSError as error:
        sys.stderr.write(f"{program[0]}: {error.strerror}\n")
    return NOT_STARTED


def limit(kernel: ctypes.CDLL, limits: str) -> None:
    """Set the limits and give up the privileges that could lift them."""
    for assignment in limits.split(","):
        name, value = assignment.split("=")
        resource.setrlimit(getattr(resource, f"RLIMIT_{name.upper()}"), (int(value), int(value)))
    for capability in range(CAPABILITIES):
        kernel.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    kernel.capset(*((ctypes.c_uint32 * len(numbers))(*numbers) for numbers in NO_CAPABILITIES))


def put_on(kernel: ctypes.CDLL, rules: int, calls: int) -> None:
    """Put on a ruleset, to which what /proc tells of this process is added, and a filter of system calls."""
    here = os.open("/proc/self", os.O_PATH)
    rule = struct.pack("=Qi", READ_FILES_AND_FOLDERS, here)
    check(kernel.syscall(LANDLOCK_ADD_RULE, rules, PATH_BENEATH, rule, ctypes.c_uint32(0)))
    check(kernel.syscall(LANDLOCK_RESTRICT_SELF, rules, ctypes.c_uint32(0)))
    content = os.read(calls, 1 << 16)
    buffer = ctypes.create_string_buffer(content, len(content))
    filtering = struct.pack("@HP", len(content) // 8, ctypes.addressof(buffer))
    check(kernel.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filtering, 0, 0))
    for descriptor in (here, rules, calls):
        os.close(descriptor)


def check(result: int) -> None:
    """Raise the OSError that a call of the kernel ended with, if it did."""
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


if __name__ == "__main__":
    sys.exit(main())

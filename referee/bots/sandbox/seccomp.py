"""System calls that a bot is refused: a filter program for the kernel, for x86-64 and 64-bit ARM.

The numbers are those of Linux's `asm/unistd.h`, the program is classic BPF as in `seccomp(2)`.
"""

import errno
import fcntl
import os
import platform
import struct
from collections.abc import Iterator, Mapping
from typing import NamedTuple

SPYING = (
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp", "pidfd_getfd", "perf_event_open",
)  # fmt: skip
NAMESPACES = (
    "unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen", "fsconfig",
    "fsmount", "fspick", "mount_setattr",
)  # fmt: skip
KERNEL = (
    "bpf", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register", "keyctl", "add_key", "request_key",
    "kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module", "open_by_handle_at", "reboot",
)  # fmt: skip

CONFINED: dict[str, int] = dict.fromkeys((*SPYING, *NAMESPACES, *KERNEL), errno.EPERM) | {
    "clone3": errno.ENOSYS,
}
"""Refused calls and the errors they get. `clone3` hides its flags from a filter; C libraries go back to `clone`."""

SILENT: dict[str, int] = CONFINED | {"socket": errno.EAFNOSUPPORT}
"""The same without any socket; pairs of connected ones remain."""

_CLONE_NEW = 0x7E02_0000
"""The flags of `clone` that make namespaces."""

_BEYOND_SHELLS = 10
_X32 = 0x4000_0000
_ALLOW, _KILL, _ERROR = 0x7FFF_0000, 0x8000_0000, 0x0005_0000
_LOAD, _RETURN, _EQUAL, _AT_LEAST, _ANY_BIT = 0x20, 0x06, 0x15, 0x35, 0x45
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16

_NEW = {
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "open_tree": 428, "move_mount": 429,
    "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433, "clone3": 435, "pidfd_getfd": 438,
    "process_madvise": 440, "mount_setattr": 442,
}  # fmt: skip
"""Calls that have the same number everywhere."""


class Machine(NamedTuple):
    """How a processor is called in filters, and the numbers of its system calls."""

    audit: int
    calls: Mapping[str, int]


MACHINES: dict[str, Machine] = {
    "x86_64": Machine(
        0xC000_003E,
        _NEW
        | {
            "socket": 41, "clone": 56, "ptrace": 101, "pivot_root": 155, "chroot": 161, "mount": 165, "umount2": 166,
            "reboot": 169, "init_module": 175, "delete_module": 176, "kexec_load": 246, "add_key": 248,
            "request_key": 249, "keyctl": 250, "unshare": 272, "perf_event_open": 298, "open_by_handle_at": 304,
            "setns": 308, "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312, "finit_module": 313,
            "kexec_file_load": 320, "bpf": 321, "userfaultfd": 323,
        },
    ),
    "aarch64": Machine(
        0xC000_00B7,
        _NEW
        | {
            "umount2": 39, "mount": 40, "pivot_root": 41, "chroot": 51, "unshare": 97, "kexec_load": 104,
            "init_module": 105, "delete_module": 106, "ptrace": 117, "reboot": 142, "socket": 198, "add_key": 217,
            "request_key": 218, "keyctl": 219, "clone": 220, "perf_event_open": 241, "open_by_handle_at": 265,
            "setns": 268, "process_vm_readv": 270, "process_vm_writev": 271, "kcmp": 272, "finit_module": 273,
            "bpf": 280, "userfaultfd": 282, "kexec_file_load": 294,
        },
    ),
}  # fmt: skip


def known() -> bool:
    """Tell whether there is a filter for this machine."""
    return platform.machine() in MACHINES


def program(refused: Mapping[str, int]) -> bytes:
    """Return the filter that refuses calls with the errors given, and `clone` where it makes a namespace.

    Calls of a foreign architecture, which have other numbers, end the process. Raises KeyError where `known` is
    False.
    """
    machine = MACHINES[platform.machine()]
    return b"".join(_instructions(machine, refused))


def descriptor(refused: Mapping[str, int]) -> int:
    """Return a descriptor to read the filter from, not among those a shell can name. Raises OSError, KeyError."""
    memory = os.memfd_create("filter")
    try:
        os.write(memory, program(refused))
        os.lseek(memory, 0, os.SEEK_SET)
        return fcntl.fcntl(memory, fcntl.F_DUPFD_CLOEXEC, _BEYOND_SHELLS)
    finally:
        os.close(memory)


def _instructions(machine: Machine, refused: Mapping[str, int]) -> Iterator[bytes]:
    yield _step(_LOAD, _ARCHITECTURE)
    yield _step(_EQUAL, machine.audit, skip_if=1)
    yield _step(_RETURN, _KILL)
    yield _step(_LOAD, _NUMBER)
    yield _step(_AT_LEAST, _X32, skip_unless=1)
    yield _step(_RETURN, _KILL)
    for name, error in refused.items():
        yield _step(_EQUAL, machine.calls[name], skip_unless=1)
        yield _step(_RETURN, _ERROR | error)
    yield _step(_EQUAL, machine.calls["clone"], skip_unless=3)
    yield _step(_LOAD, _FIRST_ARGUMENT)
    yield _step(_ANY_BIT, _CLONE_NEW, skip_unless=1)
    yield _step(_RETURN, _ERROR | errno.EPERM)
    yield _step(_RETURN, _ALLOW)


def _step(operation: int, value: int, *, skip_if: int = 0, skip_unless: int = 0) -> bytes:
    """Return one instruction; a comparison skips so many others if it holds, or if it does not."""
    return struct.pack("=HBBI", operation, skip_if, skip_unless, value)

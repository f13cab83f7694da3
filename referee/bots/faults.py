"""What ends a bot's game, and what is not a bot's fault."""

import errno

from msgspec import Struct

from protocol.codec import printable
from protocol.faults import FaultCode

SHOWN_BYTES = 2_000
"""How much of what a bot wrote a fault quotes."""


class Fault(Struct, frozen=True):
    """One failure of a bot, with the evidence.

    `detail` is one sentence that depends on nothing but what the bot did. `request` is the id of the open
    request, `elapsed_ms` the time since the referee's question was sent, `received` what the fault is about
    or what of an answer had arrived, `stderr` the end of what this process wrote there; both are capped and
    free of control characters. `exit_status` is that of a process which ended by itself (negative: a signal).
    """

    code: FaultCode
    detail: str
    request: str | None
    elapsed_ms: int
    received: str
    stderr: str
    exit_status: int | None


class BotFailed(Exception):  # noqa: N818 - a report, not an error of the program
    """A bot failed; its process is gone when this is raised."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.code}: {fault.detail}")
        self.fault = fault


class HostFault(Exception):  # noqa: N818 - likewise
    """The machine failed (no memory, no processes, disk full, a stall). No bot is to be charged with it."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


HOST_ERRORS = frozenset(
    {
        errno.EMFILE,
        errno.ENFILE,
        errno.EAGAIN,
        errno.ENOMEM,
        errno.ENOSPC,
        errno.EDQUOT,
        errno.EFBIG,
        errno.EROFS,
        errno.EIO,
    }
)
"""The errors of the operating system that say something about this machine and nothing about a bot or a program."""


def host_fault(error: BaseException) -> HostFault | None:
    """Return the fault of the machine that an error stands for, None when the machine is not to blame."""
    if isinstance(error, HostFault):
        return error
    if isinstance(error, MemoryError):
        return HostFault("This machine has no memory left.")
    if isinstance(error, OSError) and error.errno in HOST_ERRORS:
        about = f" ({error.filename})" if error.filename else ""
        return HostFault(f"This machine cannot go on: {error.strerror}{about}.")
    return None


def shown(data: bytes) -> str:
    """Return bytes as text for a person: bad UTF-8 and control characters escaped, newlines and tabs kept."""
    return printable(data.decode(errors="backslashreplace"))

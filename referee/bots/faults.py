"""What ends a bot's game, and what is not a bot's fault."""

from msgspec import Struct

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


def shown(data: bytes) -> str:
    """Return bytes as text for a person: bad UTF-8 and control characters escaped, newlines and tabs kept."""
    text = data.decode(errors="backslashreplace")
    return "".join(c if c.isprintable() or c in "\n\t" else ascii(c)[1:-1] for c in text)

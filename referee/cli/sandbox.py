"""The options that choose what bots are enclosed in, for every command that starts bots."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from referee.bots.sandbox import Mode, Sandbox

MODES = ("none", "limits", "strict", "locked")
MEMORY_MB = 1024
LEAST_MEMORY_MB = 16
"""With less, hardly any program starts."""

Command = TypeVar("Command", bound=Callable[..., Any])


def sandbox_options(command: Command) -> Command:
    """Add `--sandbox`, `--memory-mb` and `--freeze` to a command."""
    mode = click.option(
        "--sandbox",
        type=click.Choice(MODES),
        default="limits",
        show_default=True,
        help="What bots are enclosed in; `referee selftest sandbox` tries what each mode holds back.",
    )
    memory = click.option(
        "--memory-mb",
        type=click.IntRange(min=LEAST_MEMORY_MB),
        metavar="MIB",
        help=f"Memory of each process of a bot.  [default: {MEMORY_MB}; with --sandbox none, any]",
    )
    freeze = click.option("--freeze", is_flag=True, help="Stop bots while they are not asked anything.")
    return mode(memory(freeze(command)))


def make_sandbox(mode: "Mode", memory_mb: int | None, *, freeze: bool) -> "Sandbox":
    """Return what the options mean. Raises UsageError when they contradict each other."""
    from referee.bots import Sandbox

    if mode == "none":
        if memory_mb is not None:
            raise click.UsageError("--sandbox none limits nothing; leave out --memory-mb.")
        return Sandbox(mode, 0, freeze)
    return Sandbox(mode, memory_mb or MEMORY_MB, freeze)


def described(sandbox: "Sandbox") -> str:
    """Return a sandbox in a few words."""
    from referee.bots.sandbox import MODES as KNOWN

    memory = f", {sandbox.memory_mb} MiB for each process" if sandbox.memory_mb else ""
    frozen = ", stopped while not asked" if sandbox.freeze else ""
    return f"{sandbox.mode} ({KNOWN[sandbox.mode].sentence}{memory}{frozen})"

"""Bots as processes: what a user calls a bot, how it is started, asked, judged and ended."""

from referee.bots.command import BotCommand, BuildError, CommandError, build, resolve
from referee.bots.faults import BotFailed, Fault, HostFault, host_fault
from referee.bots.sandbox import Sandbox
from referee.bots.seat import BotSeat, Usage, close_all

__all__ = [
    "BotCommand",
    "BotFailed",
    "BotSeat",
    "BuildError",
    "CommandError",
    "Fault",
    "HostFault",
    "Sandbox",
    "Usage",
    "build",
    "close_all",
    "host_fault",
    "resolve",
]

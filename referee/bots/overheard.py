"""A bot's process whose conversation somebody listens to."""

from typing import Literal, Protocol, TypeAlias

from referee.bots.errlog import ErrorLog
from referee.bots.launch import Launched
from referee.bots.process import BotProcess

Speaker: TypeAlias = Literal["referee", "bot"]


class Listener(Protocol):
    """Hears every byte of a conversation."""

    def hear(self, by: Speaker, data: bytes) -> None:
        """Note bytes that are just going over the pipe."""


class OverheardProcess(BotProcess):
    """A bot's process whose conversation is told to a listener."""

    def __init__(self, launched: Launched, log: ErrorLog, listener: Listener) -> None:
        super().__init__(launched, log)
        self._listener = listener

    def write(self, data: bytes) -> None:
        """Send bytes to the bot."""
        self._listener.hear("referee", data)
        super().write(data)

    def read(self, deadline: int) -> bytes:
        """Return the next bytes of the bot."""
        data = super().read(deadline)
        self._listener.hear("bot", data)
        return data

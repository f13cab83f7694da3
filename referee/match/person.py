"""A seat for a person: a player without a clock, who is told what a bot is told and answers when it suits."""

from typing import NoReturn, Protocol

from protocol.actions import AnyAction
from protocol.codec import decode_from_referee
from protocol.faults import FaultCode
from protocol.messages import ActionMessage, Clock, GameEnd, GameStart, Rejected, Request
from referee.bots.faults import BotFailed, Fault

PATIENCE = 1
"""Attempts that are always left."""


class Partner(Protocol):
    """Whoever talks with the person."""

    def begin(self, start: GameStart) -> None:
        """Tell that a game begins."""

    def ask(self, request: Request) -> AnyAction:
        """Ask for a decision."""

    def overhear(self, request: Request) -> None:
        """Take note of a question that was answered before."""

    def refused(self, rejected: Rejected) -> AnyAction:
        """Tell that the last answer is against the rules, and ask again."""

    def over(self, end: GameEnd) -> None:
        """Tell how the game ended."""


class PersonSeat:
    """A person at a table, as `referee.match.chair.Player` wants it. No time is counted, and no attempts."""

    elapsed_ms = 0.0
    delay_us = 0
    remaining_ms = 0
    bank_used_ms = 0
    attempts_left = PATIENCE

    def __init__(self, partner: Partner) -> None:
        self._partner = partner
        self._request = ""

    def begin(self, start: GameStart) -> None:
        """Begin a game."""
        self._partner.begin(start)

    def ask(self, line: bytes, request: str, clock: Clock) -> ActionMessage:  # noqa: ARG002
        """Ask the person. Raises whatever ends the conversation, KeyboardInterrupt and EOFError among them."""
        self._request = request
        asked = decode_from_referee(line)
        assert isinstance(asked, Request)
        return ActionMessage(request, action=self._partner.ask(asked))

    def overhear(self, line: bytes) -> None:
        """Tell of a question that the person answered before the game was interrupted."""
        asked = decode_from_referee(line)
        if isinstance(asked, Request):
            self._partner.overhear(asked)

    def retry(self, line: bytes) -> ActionMessage:
        """Tell of a refusal and ask again."""
        rejected = decode_from_referee(line)
        assert isinstance(rejected, Rejected)
        return ActionMessage(self._request, action=self._partner.refused(rejected))

    def tell(self, line: bytes) -> None:
        """Tell how the game ended. That it was broken off, the person knows."""
        ended = decode_from_referee(line)
        if isinstance(ended, GameEnd):
            self._partner.over(ended)

    def fail(self, code: FaultCode, detail: str, received: bytes = b"") -> NoReturn:
        """Raise BotFailed; the seat is played on."""
        shown = received.decode(errors="replace")
        raise BotFailed(Fault(code, detail, self._request or None, 0, shown, "", None))

"""A player that looks ahead with the referee's own rules: it imagines what may be, and tries its answers on it.

It needs `referee` to be installed for its interpreter. By default it uses three quarters of the time for a move,
and how far it gets depends on the machine, so its games cannot be repeated exactly; with `--games N` it plays N
games in its head for every answer, however long that takes, and repeats itself from its `bot_seed`.
"""

import argparse
import sys
from random import Random

from searching import Budget, Games, Time, choose

from protocol.codec import decode_from_referee, encode
from protocol.messages import (
    ActionMessage,
    BotHello,
    FromBot,
    FromReferee,
    GameStart,
    Hello,
    Ready,
    Rejected,
    Request,
    Shutdown,
)
from referee.rules import imagine

SHARE = 0.75
"""The part of the time for a move that is used; the rest is for the way there and back on a busy machine."""


class Player:
    """Answers messages; `games` is the number of games for each answer, None to use the time."""

    def __init__(self, games: int | None) -> None:
        self._games = games
        self._start: GameStart | None = None

    def answer(self, message: FromReferee) -> FromBot | None:
        """Return what to say to a message, None when it wants no answer."""
        match message:
            case Hello():
                return BotHello(1, "search")
            case GameStart():
                self._start = message
                return Ready(message.game)
            case Request():
                return self._decide(message)
            case Rejected():
                return ActionMessage(message.request, choice=0)
            case _:
                return None

    def _decide(self, request: Request) -> ActionMessage:
        assert self._start is not None, "a request before the game"
        budget: Budget = Games(self._games) if self._games else Time(SHARE * request.time.move_ms)
        imagined = imagine(self._start.setup, request.view, request.decision)
        dice = Random(f"{self._start.bot_seed} {request.request}")
        return ActionMessage(request.request, action=choose(imagined, budget, dice))


def main() -> None:
    """Answer line by line until the referee says goodbye."""
    parser = argparse.ArgumentParser(description="A searching Citadels player.")
    parser.add_argument("--games", type=int, metavar="N", help="search N games for each answer, not by time")
    player = Player(parser.parse_args().games)
    for line in sys.stdin.buffer:
        message = decode_from_referee(line)
        if isinstance(message, Shutdown):
            break
        reply = player.answer(message)
        if reply is not None:
            sys.stdout.buffer.write(encode(reply))
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()

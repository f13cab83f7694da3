"""The referee's lines of a game in which nothing depends on the answers."""

from protocol.actions import GatherCards, GatherGold
from protocol.codec import encode
from protocol.messages import (
    ActionMessage,
    Clock,
    GameAborted,
    GameEnd,
    GameStart,
    Rejected,
    Request,
    Setup,
)
from protocol.views import OwnView, PlayerView, TableView
from referee.bots import BotSeat

LONG = Clock(30_000, 0)
"""A time that a busy machine does not exceed."""

SETUP = Setup("2016", ("assassin", "thief"), (), 7, 100)
VIEW = TableView(1, 0, 50, (PlayerView(2, 4, ()),) * 2, OwnView(0, ("temple",)))
END = encode(GameEnd("g1", 1, (), (), (1, 2)))
ABORTED = encode(GameAborted("g1"))


def start(game: str = "g1", bank_ms: int = 0) -> GameStart:
    return GameStart(game, 0, 2, SETUP, Clock(LONG.move_ms, bank_ms), "5eed")


def line(request: str, clock: Clock = LONG) -> bytes:
    return encode(Request(request, "turn", clock, 1, (), (GatherGold(), GatherCards()), VIEW))


def rejected(request: str) -> bytes:
    return encode(Rejected(request, "bad_choice", "", "No.", "/choice", 1, 1))


def ask(seat: BotSeat, request: str, clock: Clock = LONG) -> ActionMessage:
    return seat.ask(line(request, clock), request, clock)

"""Scripted conversations: what the referee says, and what the bot answers to it."""

from protocol.codec import decode_from_referee
from protocol.messages import Clock, FromBot, GameStart, Limits, Setup
from protocol.session import Session, Stray

SETUP = Setup("2016", ("assassin", "thief"), (), 7, 100)


def start(game: str = "g1") -> GameStart:
    return GameStart(game, 0, 2, SETUP, Clock(1000, 0), "5eed")


def action(request: str, choice: int = 0) -> str:
    return f'{{"type":"action","request":"{request}","choice":{choice}}}'


class Conversation:
    """A session whose other end is a script. `pieces` cuts what the bot writes before the session gets it."""

    def __init__(self, limits: Limits | None = None, pieces=lambda data: [data]) -> None:
        self.session = Session(limits or Limits())
        self._pieces = pieces

    def expect(self, line: bytes | None, answers: list[str | bytes]) -> list[FromBot | Stray]:
        """Check the referee's line, let the bot write its answers, return what becomes of them."""
        if line is not None:
            assert line.endswith(b"\n")
            assert line.count(b"\n") == 1
            decode_from_referee(line)
        written = b"".join((a.encode() if isinstance(a, str) else a) + b"\n" for a in answers)
        heard = []
        for piece in self._pieces(written):
            self.session.receive(piece)
            while (message := self.session.next_message()) is not None:
                heard.append(message)
        return heard

    def greet(self) -> None:
        self.expect(self.session.hello("sha256:0"), ['{"type":"hello","version":1}'])
        assert self.session.state == "idle"

    def seat(self, game: str = "g1") -> None:
        self.expect(self.session.game_start(start(game)), [f'{{"type":"ready","game":"{game}"}}'])
        assert self.session.state == "playing"

    def request(self, request: str, answers: list[str | bytes]) -> list[FromBot | Stray]:
        self.session.request(request)
        return self.expect(None, answers)


def playing(limits: Limits | None = None, pieces=lambda data: [data]) -> Conversation:
    conversation = Conversation(limits, pieces)
    conversation.greet()
    conversation.seat()
    return conversation

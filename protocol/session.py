"""The conversation with one bot, free of input and output: bytes go in, messages or faults come out.

Whoever owns the pipes writes the lines that the methods of `Session` return, hands every byte of the bot to
`receive`, and calls `next_message` until it returns None. A session lasts as long as the bot's process.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from protocol import VERSION
from protocol.codec import ProtocolFault, decode_from_bot, encode
from protocol.faults import FaultCode
from protocol.messages import (
    ActionMessage,
    BotHello,
    FromBot,
    GameStart,
    Hello,
    Limits,
    Notice,
    NoticeCode,
    Ready,
    Shutdown,
)

State: TypeAlias = Literal[
    "fresh",  # nothing was said
    "greeting",  # hello is out, the bot's hello is awaited
    "idle",  # between two games
    "starting",  # game_start is out, ready is awaited
    "playing",  # in a game, nothing was asked yet
    "asked",  # a request is open
    "answered",  # the last request has an answer, which may still be rejected
    "closed",  # shut down or broken
]
Sent: TypeAlias = Literal[
    "hello", "game_start", "request", "rejected", "game_end", "game_aborted", "shutdown"
]

SENDS: dict[tuple[State, Sent], State] = {
    ("fresh", "hello"): "greeting",
    ("idle", "game_start"): "starting",
    ("playing", "request"): "asked",
    ("answered", "request"): "asked",
    ("answered", "rejected"): "asked",
    ("playing", "game_end"): "idle",
    ("answered", "game_end"): "idle",
    ("playing", "game_aborted"): "idle",
    ("asked", "game_aborted"): "idle",
    ("answered", "game_aborted"): "idle",
    ("greeting", "shutdown"): "closed",
    ("idle", "shutdown"): "closed",
    ("starting", "shutdown"): "closed",
    ("playing", "shutdown"): "closed",
    ("asked", "shutdown"): "closed",
    ("answered", "shutdown"): "closed",
}
"""Which line the referee may send in which state, and the state after it. A notice fits everywhere."""

RECEIVES: dict[tuple[State, type[FromBot]], State] = {
    ("greeting", BotHello): "idle",
    ("starting", Ready): "playing",
    ("asked", ActionMessage): "answered",
}
"""Which message of the bot is awaited in which state, and the state after it."""

LENIENT: frozenset[State] = frozenset({"idle", "starting", "playing", "asked", "answered"})
"""The states in which an action that answers nothing is ignored and counted."""


class SessionError(RuntimeError):
    """The referee tried to send a line that the conversation does not allow: its own mistake."""


class Stray(Struct, frozen=True):
    """A line of the bot that answers nothing. It is to be answered by `Session.notice`."""

    code: NoticeCode
    message: str


class Session:
    """One bot's side of the protocol as the referee sees it."""

    def __init__(self, limits: Limits, versions: tuple[int, ...] = (VERSION,)) -> None:
        """Begin a conversation that holds the bot to `limits` and offers `versions`."""
        self.limits = limits
        self.versions = versions
        self.state: State = "fresh"
        self.bot: BotHello | None = None
        self.strays = 0
        self._game = ""
        self._request = ""
        self._issued: set[str] = set()
        self._buffer = bytearray()
        self._scanned = 0
        self._output = 0

    @property
    def unfinished(self) -> bytes:
        """What the bot has written that no message was made of yet."""
        return bytes(self._buffer)

    def hello(self, schema: str) -> bytes:
        """Return the line that begins the conversation; `schema` is the digest of the JSON Schema."""
        self._move("hello")
        return encode(Hello("citadels", self.versions, schema, self.limits))

    def game_start(self, start: GameStart) -> bytes:
        """Return the line that begins a game. Stray lines are counted from 0 again."""
        self._move("game_start")
        self.strays = 0
        self._game = start.game
        self._request = ""
        self._issued.clear()
        self._output = 0
        return encode(start)

    def request(self, request: str) -> None:
        """Note that the caller sends a Request with this id, new in this game; it settles the one before."""
        self._move("request")
        self._issued.add(request)
        self._request = request
        self._output = 0

    def rejected(self) -> None:
        """Note that the caller sends Rejected, which opens the request answered last again."""
        self._move("rejected")

    def game_over(self, line: Literal["game_end", "game_aborted"]) -> None:
        """Note that the caller sends the line that ends a game."""
        self._move(line)

    def notice(self, stray: Stray) -> bytes:
        """Return the line that tells the bot of a line that was ignored."""
        return encode(Notice(stray.code, stray.message))

    def shutdown(self) -> bytes:
        """Return the last line. After it the session is closed."""
        self._move("shutdown")
        return encode(Shutdown())

    def receive(self, data: bytes) -> None:
        """Take bytes that the bot wrote, cut anywhere."""
        self._buffer += data

    def next_message(self) -> FromBot | Stray | None:
        """Return what the next complete line of the bot means, or None when more bytes are needed.

        A BotHello, Ready or ActionMessage is returned only when it is the awaited one. Raises ProtocolFault
        and closes the session: `line_too_long`, `too_much_output`, `too_many_stray_lines`, `bad_utf8`,
        `bad_json`, `bad_message`, `unexpected_message`, `version_mismatch`.
        """
        line = self._next_line()
        if line is None:
            return None
        try:
            message = decode_from_bot(line)
        except ProtocolFault:
            self.state = "closed"
            raise
        after = RECEIVES.get((self.state, type(message)))
        if isinstance(message, ActionMessage):
            if after is None or message.request != self._request:
                return self._stray(message, line)
        elif after is None:
            raise self._unexpected(message, line)
        elif isinstance(message, BotHello):
            self._greet(message, line)
        elif message.game != self._game:
            raise self._unexpected(message, line)
        self.state = after
        return message

    def _move(self, line: Sent) -> None:
        after = SENDS.get((self.state, line))
        if after is None:
            raise SessionError(f"The referee cannot send `{line}` in the state `{self.state}`.")
        self.state = after

    def _next_line(self) -> bytearray | None:
        """Take the next complete line out of the buffer, within the limits."""
        end = self._buffer.find(b"\n", self._scanned)
        length = end if end >= 0 else len(self._buffer)
        if length > self.limits.line_bytes:
            detail = f"A line has more than {self.limits.line_bytes} bytes."
            raise self._fault("line_too_long", detail, self._buffer)
        if end < 0:
            self._scanned = length
            return None
        line = self._buffer[:end]
        del self._buffer[: end + 1]
        self._scanned = 0
        self._output += end + 1
        if self._output > self.limits.output_bytes:
            detail = f"The bot wrote more than {self.limits.output_bytes} bytes since it was last spoken to."
            raise self._fault("too_much_output", detail, line)
        return line

    def _greet(self, hello: BotHello, line: bytearray) -> None:
        if hello.version not in self.versions:
            offered = ", ".join(map(str, self.versions))
            detail = f"The bot speaks version {hello.version} of the protocol, the referee {offered}."
            raise self._fault("version_mismatch", detail, line)
        self.bot = hello

    def _stray(self, action: ActionMessage, line: bytearray) -> Stray:
        """Count an action that answers nothing, and tell why it does not."""
        if self.state not in LENIENT:
            raise self._unexpected(action, line)
        self.strays += 1
        if self.strays > self.limits.stray_lines:
            detail = f"More than {self.limits.stray_lines} lines of one game answered nothing."
            raise self._fault("too_many_stray_lines", detail, line)
        name = action.request[:20]
        if action.request in self._issued:
            return Stray("stale_request", f"Request {name} is settled; the line was ignored.")
        if self.state == "asked":
            return Stray("unknown_request", f"There is no request {name}; the line was ignored.")
        return Stray("no_request", "No request is open; the line was ignored.")

    def _unexpected(self, message: FromBot, line: bytearray) -> ProtocolFault:
        match self.state, message:
            case "starting", Ready(game=game):
                detail = f"The bot is ready for the game {game[:40]}, not for {self._game}."
            case _:
                kind = type(message).__struct_config__.tag
                detail = f"`{kind}` came {_WHEN[self.state]}."
        return self._fault("unexpected_message", detail, line)

    def _fault(self, code: FaultCode, detail: str, received: bytearray) -> ProtocolFault:
        self.state = "closed"
        return ProtocolFault(code, detail, bytes(received))


_WHEN: dict[State, str] = {
    "fresh": "before `hello`",
    "greeting": "where the answer to `hello` was due",
    "idle": "between two games",
    "starting": "where `ready` was due",
    "playing": "during a game",
    "asked": "where an `action` was due",
    "answered": "during a game",
    "closed": "after the end of the conversation",
}

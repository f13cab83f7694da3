"""The lines on the wire: one frozen Struct for each message, in either direction."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from protocol.actions import AnyAction
from protocol.cards import Character, UniqueDistrict
from protocol.events import AnyEvent, Score
from protocol.views import TableView

Decision: TypeAlias = Literal[
    "pick",
    "theater",
    "gather",
    "bewitch",
    "bribe",
    "reveal_threat",
    "turn",
    "keep",
    "confiscate",
    "take_card",
    "give_cards",
    "pass_crown",
]
"""What a request asks; the options say which actions answer it."""

NoticeCode: TypeAlias = Literal["stale_request", "unknown_request", "no_request"]
"""Why a line was ignored: its request is settled, never was, or none is open."""


class Message(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    """Base of all messages."""


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """What the referee allows a bot.

    `line_bytes` bounds one line of the bot, `output_bytes` all it writes in answer to one request,
    `stray_lines` the lines of a game that answer nothing, `attempts` the answers to one request.
    `start_ms` is the time to answer `hello`, `ready_ms` the time to answer `game_start`.
    """

    line_bytes: int = 65_536
    output_bytes: int = 262_144
    stray_lines: int = 100
    attempts: int = 3
    start_ms: int = 10_000
    ready_ms: int = 2_000


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """Time in milliseconds: `move_ms` for each decision, and a bank for a whole game that overruns use up."""

    move_ms: int
    bank_ms: int


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the box: the edition, the characters by rank, the unique districts beside the basic ones.

    `city_size` districts complete a city; a game that reaches the end of round `round_limit` is scored there.
    """

    edition: Literal["2016"]
    cast: tuple[Character, ...]
    districts: tuple[UniqueDistrict, ...]
    city_size: int
    round_limit: int


class Hello(Message, frozen=True, tag="hello"):
    """The referee's first line, once a process. `schema` is the SHA-256 of the JSON Schema."""

    protocol: Literal["citadels"]
    versions: tuple[int, ...]
    schema: str
    limits: Limits


class GameStart(Message, frozen=True, tag="game_start"):
    """A game begins: `seat` is the bot's own, `bot_seed` hexadecimal randomness that tells nothing of it."""

    game: str
    seat: int
    seats: int
    setup: Setup
    time: Clock
    bot_seed: str


class Request(Message, frozen=True, tag="request"):
    """A decision is asked for.

    `events` is all that happened since the last request, the first of them being number `seq` of the game.
    `time` is what is left: the limit of this decision, and the bank.
    """

    request: str
    decision: Decision
    time: Clock
    seq: int
    events: tuple[AnyEvent, ...]
    legal: tuple[AnyAction, ...]
    view: TableView


class Rejected(Message, frozen=True, tag="rejected"):
    """The answer was refused, and may be tried again within the same time.

    `rule` is the id of the rule that forbids it, `path` the part of the answer that is wrong.
    """

    request: str
    code: str
    rule: str
    message: str
    path: str
    remaining_ms: int
    attempts_left: int


class Notice(Message, frozen=True, tag="notice"):
    """A line of the bot was ignored."""

    code: NoticeCode
    message: str


class GameEnd(Message, frozen=True, tag="game_end"):
    """The game is over. `ranks` by seat, 1 for the winner; seats that forfeited share the last place."""

    game: str
    seq: int
    events: tuple[AnyEvent, ...]
    scores: tuple[Score, ...]
    ranks: tuple[int, ...]


class GameAborted(Message, frozen=True, tag="game_aborted"):
    """The game was broken off by the referee and does not count."""

    game: str


class Shutdown(Message, frozen=True, tag="shutdown"):
    """The last line; end of input follows."""


class BotHello(Message, frozen=True, tag="hello"):
    """The bot's answer to `hello`: the version it chose and what it calls itself."""

    version: int
    name: Annotated[str, Meta(max_length=100)] = ""


class Ready(Message, frozen=True, tag="ready"):
    """The bot's answer to `game_start`."""

    game: str


class ActionMessage(Message, frozen=True, tag="action"):
    """The bot's answer to a request: `choice` is an index into `legal`, or `action` is spelled out."""

    request: str
    choice: Annotated[int, Meta(ge=0)] | None = None
    action: AnyAction | None = None


FromReferee: TypeAlias = Hello | GameStart | Request | Rejected | Notice | GameEnd | GameAborted | Shutdown
FromBot: TypeAlias = BotHello | Ready | ActionMessage

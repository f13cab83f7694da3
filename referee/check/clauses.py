"""What is demanded of a bot: every clause with its sentence and what to do about a breach."""

from typing import Literal, TypeAlias, get_args

from msgspec import Struct

Level: TypeAlias = Literal["speaks", "plays", "robust", "deterministic"]

LEVELS: tuple[Level, ...] = get_args(Level)
"""The levels, each of which builds on those before it."""


class Clause(Struct, frozen=True):
    """One demand. `sentence` says what the bot does, `hint` what its author may have overlooked."""

    id: str
    level: Level
    sentence: str
    hint: str


CLAUSES: tuple[Clause, ...] = (
    Clause(
        "flush",
        "speaks",
        "An answer arrives as soon as it is written.",
        "Standard output is buffered when it is a pipe: flush it after every line.",
    ),
    Clause(
        "hello",
        "speaks",
        "The bot starts and answers `hello` with a version that was offered.",
        'Answer {"type":"hello","version":1,"name":"..."} as soon as the line is there.',
    ),
    Clause(
        "json-only",
        "speaks",
        "Standard output carries JSON messages of the protocol and nothing else.",
        "Print for yourself on standard error: whatever stands on standard output is read as a message.",
    ),
    Clause(
        "ready",
        "speaks",
        "The bot answers `game_start` with `ready` and the id of the game.",
        'Answer {"type":"ready","game":...} with the `game` of the message.',
    ),
    Clause(
        "answers",
        "speaks",
        "The bot answers every request of a game until the game ends.",
        'Answer {"type":"action","request":ID,"choice":0} with the id of the request.',
    ),
    Clause(
        "shutdown",
        "speaks",
        "After `shutdown` the bot leaves by itself, with exit status 0.",
        "End the main loop at `shutdown`, and do not wait for anything else.",
    ),
    Clause(
        "end-of-input",
        "speaks",
        "At the end of its input the bot leaves by itself, with exit status 0.",
        "A read that returns nothing means that the referee is gone: leave the loop.",
    ),
    Clause(
        "every-table",
        "plays",
        "The bot plays every preset, with every number of players, in every seat.",
        "A card or a number of players that the bot does not expect? Choose any option rather than none.",
    ),
    Clause(
        "single-option",
        "plays",
        "The bot answers a request that has a single option.",
        "`legal` may have one entry; `choice` is 0 then.",
    ),
    Clause(
        "in-time",
        "plays",
        "Every answer arrives within the time of the request.",
        "`time` in the request tells what is left: `move_ms` for this decision, and `bank_ms` once for the game.",
    ),
    Clause(
        "legal",
        "plays",
        "Every answer is accepted at the first attempt.",
        "Choose from `legal` of the request; where an option is a template, spell out a selection that it allows.",
    ),
    Clause(
        "asked-only",
        "plays",
        "The bot writes when it is asked and at no other time, one line each time.",
        "Answer `hello`, `game_start`, `request` and `rejected` with one line; all else is not answered.",
    ),
    Clause(
        "unknown-fields",
        "robust",
        "Fields that the bot does not know do not disturb it.",
        "Later versions of the protocol add fields: read those you know and ignore the others.",
    ),
    Clause(
        "unknown-messages",
        "robust",
        "Messages of a type that the bot does not know do not disturb it.",
        "Ignore a line whose `type` you do not know; do not answer it.",
    ),
    Clause(
        "unknown-events",
        "robust",
        "Events of a kind that the bot does not know do not disturb it.",
        "Ignore an event whose `kind` you do not know.",
    ),
    Clause(
        "notices",
        "robust",
        "A `notice` is not answered.",
        "A notice tells that a line was ignored; it asks for nothing.",
    ),
    Clause(
        "long-lines",
        "robust",
        "Lines of half a mebibyte are read to their end.",
        "No buffer of a fixed size holds every line: read until the newline, however far it is.",
    ),
    Clause(
        "unicode",
        "robust",
        "Text in any script, and JSON's escapes for it, are read.",
        "Read UTF-8 whatever the locale, and let a JSON parser deal with escapes such as \\ud83c\\udccf.",
    ),
    Clause(
        "pieces",
        "robust",
        "A line that arrives in pieces is put together.",
        "One read may return half a line: keep what is there until the newline comes.",
    ),
    Clause(
        "refusals",
        "robust",
        "After `rejected` the bot answers the same request again.",
        "Answer a `rejected` with another action for the same `request`; choosing 0 is always legal.",
    ),
    Clause(
        "broken-off",
        "robust",
        "After `game_aborted` the bot plays the next game.",
        "A game may end without `game_end`: start afresh at every `game_start`.",
    ),
    Clause(
        "many-games",
        "robust",
        "Two hundred games in one process do not make it grow by more than 64 MiB.",
        "Forget a game when the next one starts.",
    ),
    Clause(
        "little-time",
        "robust",
        "With a fifth of the usual time for each decision, and no bank, every answer is still in time.",
        "Plan with the `time` of the request, not with a constant, and keep a margin.",
    ),
    Clause(
        "same-seed",
        "deterministic",
        "The same game with the same `bot_seed` gets the same answers.",
        "Draw all randomness from `bot_seed`, and do not let the clock or a set's order decide.",
    ),
    Clause(
        "fresh-game",
        "deterministic",
        "A game gets the same answers after other games as in a new process.",
        "Reset everything at `game_start`, the random generator first.",
    ),
)

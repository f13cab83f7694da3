"""Records conversations: `python -m tests.protocol.recording` writes those of the protocol as it is today.

Three games from the first line to the last, one broken off, and from many more games the lines that show a field for
the first time and the first answer of each form. What is recorded of a published version is kept as it is, so that
later versions can be held against it.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from protocol import VERSION
from protocol.actions import CHOSEN, AnyAction, Build, Keep, complete
from protocol.codec import decode_from_bot, decode_from_referee, encode
from protocol.messages import (
    ActionMessage,
    BotHello,
    Clock,
    GameAborted,
    GameStart,
    Hello,
    Limits,
    Notice,
    Ready,
    Shutdown,
)
from protocol.schema import schema_hash
from referee.check.bench import Sparring
from referee.match import GameSpec, play_game
from referee.rules import PRESETS, draw_setup, preset
from tests.protocol.coverage import all_fields, fields_of

CONVERSATIONS = Path(__file__).with_name("conversations")
ROUNDS = 3
"""How long the games are that are kept as a whole."""

MOST_GAMES = 600

Speaker: TypeAlias = Literal["referee", "bot"]


class Said(NamedTuple):
    """A line of one of the two, without its end."""

    by: Speaker
    line: bytes

    def message(self) -> Any:
        """Return what the line means today. Raises ValueError or ProtocolFault."""
        decode = decode_from_referee if self.by == "referee" else decode_from_bot
        return decode(self.line)


class Recorder(Sparring):
    """A player whose conversation is kept. Every other answer is spelled out, every ninth is refused at first."""

    attempts_left = 2
    remaining_ms = 900

    def __init__(self, said: list[Said]) -> None:
        self.said = said
        self._asked = 0
        self._meant = ActionMessage("")

    def begin(self, start: GameStart) -> None:
        super().begin(start)
        self._exchange(encode(start), Ready(start.game))

    def ask(self, line: bytes, request: str, clock: Clock) -> ActionMessage:
        self._asked += 1
        answer = super().ask(line, request, clock)
        if self._asked % 2:
            legal: tuple[AnyAction, ...] = decode_from_referee(line).legal
            answer = ActionMessage(request, action=complete(legal[answer.choice]))
        self._meant = answer
        wrong = ActionMessage(request, action=Keep("keep"))
        return self._exchange(line, answer if self._asked % 9 else wrong)

    def retry(self, line: bytes) -> ActionMessage:
        return self._exchange(line, self._meant)

    def tell(self, line: bytes) -> None:
        self.said.append(Said("referee", line.rstrip()))

    def _exchange(self, line: bytes, answer: Any) -> Any:
        self.said += [Said("referee", line.rstrip()), Said("bot", encode(answer).rstrip())]
        return answer


class Spelling(Sparring):
    """A player that spells every answer out, with as many cards as may be, and keeps the first of each form."""

    def __init__(self, forms: dict[tuple[str, ...], Said]) -> None:
        self._forms = forms

    def ask(self, line: bytes, request: str, clock: Clock) -> ActionMessage:
        legal: tuple[AnyAction, ...] = decode_from_referee(line).legal
        answer = ActionMessage(request, action=fullest(legal[super().ask(line, request, clock).choice]))
        self._forms.setdefault(form(answer.action), Said("bot", encode(answer).rstrip()))
        return answer


def fullest(option: AnyAction) -> AnyAction:
    """Return `option` itself, or of a template the longest selection that comes first."""
    for name in CHOSEN.get(type(option), ()):
        choice = getattr(option, name)
        if not isinstance(choice, tuple):
            return replace(option, **{name: choice.options[: choice.max]})
    return option


def form(action: AnyAction) -> tuple[str, ...]:
    """Return the fields of an action, and for what or by what a sacrifice is made."""
    special = isinstance(action, Build) and action.sacrifice is not None
    return (*fields_of(action), *([str(action.district == "necropolis")] if special else []))


def greeting() -> list[Said]:
    hello = Hello("citadels", (VERSION,), schema_hash(), Limits())
    return [
        Said("referee", encode(hello).rstrip()),
        Said("bot", encode(BotHello(VERSION, "recorder")).rstrip()),
    ]


def game(seats: int, setup, seed: str) -> list[list[Said]]:
    """Play a game and return the conversation of each seat."""
    said: list[list[Said]] = [[] for _ in range(seats)]
    play(setup, seed, [Recorder(lines) for lines in said])
    return said


def play(setup, seed: str, players: list[Sparring]) -> None:
    """Play a game between players."""
    seeds = tuple(f"{seed}{seat}" for seat in range(len(players)))
    clock = Clock(1000, 5000)
    spec = GameSpec(
        f"g-{seed}", 0, setup, tuple(range(len(players))), seed, seeds, clock, Limits(), "play-on"
    )
    play_game(spec, players)


def whole_games() -> Iterator[tuple[str, list[Said]]]:
    """Yield short games with names, each of another preset and number of players."""
    end = [Said("referee", encode(Shutdown()).rstrip())]
    for seats, name in ((2, PRESETS[0]), (4, PRESETS[3]), (7, PRESETS[6])):
        setup = msgspec.structs.replace(preset(name, seats), round_limit=ROUNDS)
        yield name, greeting() + game(seats, setup, name)[seats - 1] + end
    name = PRESETS[1]
    whole = greeting() + game(5, preset(name, 5), name)[0][:21]
    notice = Notice("stale_request", "Request r1 is settled; the line was ignored.")
    whole += [Said("referee", encode(message).rstrip()) for message in (notice, GameAborted(f"g-{name}"))]
    yield f"{name}-broken-off", whole + end


def rare_lines(seen: set[str]) -> list[Said]:
    """Return lines that show the fields that are not `seen` yet, as far as they occur in a great many games."""
    found: list[Said] = []
    wanted = all_fields()
    for number in range(MOST_GAMES):
        if wanted <= seen:
            break
        seats = 2 + number % 7
        for said in game(seats, draw_setup(seats, f"rare-{number}"), f"rare-{number}"):
            for one in said:
                fields = set(fields_of(one.message()))
                if not fields <= seen:
                    found.append(one)
                    seen |= fields
    return found


def answers() -> list[Said]:
    """Return the first answer of each form in a great many games, in the order of the alphabet."""
    forms: dict[tuple[str, ...], Said] = {}
    for number in range(MOST_GAMES):
        seats = 2 + number % 7
        play(draw_setup(seats, f"form-{number}"), f"form-{number}", [Spelling(forms) for _ in range(seats)])
    return [forms[key] for key in sorted(forms)]


def read(folder: Path) -> Iterator[tuple[str, list[Said]]]:
    """Yield the recorded conversations of a folder with their names."""
    for file in sorted(folder.glob("*.jsonl")):
        lines = map(msgspec.json.decode, file.read_text(encoding="utf-8").splitlines())
        yield file.stem, [Said(by, msgspec.json.encode(line)) for one in lines for by, line in one.items()]


def write(folder: Path, name: str, said: Iterable[Said]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    lines = (msgspec.json.encode({by: msgspec.Raw(line)}).decode() + "\n" for by, line in said)
    (folder / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")


def main() -> None:
    folder = CONVERSATIONS / f"v{VERSION}"
    seen: set[str] = set()
    for name, said in whole_games():
        seen |= {field for one in said for field in fields_of(one.message())}
        write(folder, name, said)
    write(folder, "rare", rare_lines(seen))
    write(folder, "answers", answers())
    print("never said:", ", ".join(sorted(all_fields() - seen)) or "nothing")


if __name__ == "__main__":
    main()

"""The conversation with a bot in a file for each game: for its author to read, and to be held with the bot again.

A line tells the milliseconds since `game_start`, an arrow (`->` to the bot, `<-` from it) and what was said, as it
was. A line with `!` is a remark of the referee: why an answer was refused, and which legal action is nearest to it.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import monotonic_ns

import msgspec
from msgspec import Struct

from protocol.actions import AnyAction
from protocol.messages import ActionMessage, Rejected
from referee.bots import BotCommand, Sandbox, launch
from referee.bots.errlog import ErrorLog
from referee.bots.faults import shown
from referee.bots.overheard import OverheardProcess, Speaker
from referee.bots.process import BotProcess, EndedError, LateError
from referee.match.nearest import nearest

SUFFIX = ".trace"
ARROWS: dict[Speaker, str] = {"referee": "->", "bot": "<-"}
SPEAKERS: dict[str, Speaker] = {arrow: speaker for speaker, arrow in ARROWS.items()}

ANSWER_S = 10
"""How long a line of the bot is waited for when a conversation is held again, in seconds."""

_SAID = re.compile(r" *\d+\.\d{3} (->|<-) (.*)")


class _Type(Struct):
    type: str = ""
    game: str = ""


class _Asked(Struct):
    legal: tuple[AnyAction, ...]


def tracing(folder: Path) -> Callable[[launch.Launched, ErrorLog], BotProcess]:
    """Return what owns a bot's process and writes its conversation into files of the folder."""

    def owner(launched: launch.Launched, log: ErrorLog) -> BotProcess:
        return OverheardProcess(launched, log, TraceWriter(folder))

    return owner


class TraceWriter:
    """Listens to one process of a bot and writes a file for each of its games into a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._unfinished: dict[Speaker, bytes] = {"referee": b"", "bot": b""}
        self._file: Path | None = None
        self._before: list[str] = []
        self._begun = monotonic_ns()
        self._request = b""
        self._answer = b""

    def hear(self, by: Speaker, data: bytes) -> None:
        """Write the lines that are complete with these bytes."""
        *lines, self._unfinished[by] = (self._unfinished[by] + data).split(b"\n")
        for line in lines:
            if by == "referee":
                self._look_at(line)
            else:
                self._answer = line
            self._write(f"{self._now():12.3f} {ARROWS[by]} {_one_line(line)}")
            if by == "referee" and b'"type":"rejected"' in line[:64]:
                self._remark(line)

    def _look_at(self, line: bytes) -> None:
        head = msgspec.json.decode(line, type=_Type)
        if head.type == "game_start":
            self._folder.mkdir(parents=True, exist_ok=True)
            self._file = self._folder / f"{head.game}{SUFFIX}"
            self._file.write_text("".join(f"{said}\n" for said in self._before), encoding="utf-8")
            self._begun = monotonic_ns()
        elif head.type == "request":
            self._request = line

    def _now(self) -> float:
        return (monotonic_ns() - self._begun) / 1_000_000

    def _write(self, said: str) -> None:
        if self._file is None:
            self._before.append(said)
            return
        with self._file.open("a", encoding="utf-8") as file:
            file.write(said + "\n")

    def _remark(self, line: bytes) -> None:
        """Say what was refused, by which rule, and what is nearest to it."""
        rejected = msgspec.json.decode(line, type=Rejected)
        legal = msgspec.json.decode(self._request, type=_Asked).legal
        answer = msgspec.json.decode(self._answer, type=ActionMessage)
        near = msgspec.json.encode(nearest(answer.action, legal)).decode()
        self._write(f"{'!':>15} {rejected.code} by {rejected.rule}: {rejected.message}")
        self._write(f"{'!':>15} the nearest legal action: {near}")


def _one_line(line: bytes) -> str:
    """Return a line so that it stays one, whatever a bot has written."""
    return shown(line).replace("\t", "\\t").replace("\n", "\\n")


def said(text: str) -> Iterator[tuple[Speaker, str]]:
    """Yield who said what in the text of a trace, remarks left out. Raises ValueError for what is no trace."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("!"):
            continue
        match = _SAID.fullmatch(line)
        if match is None:
            raise ValueError(f"line {number} is no line of a trace")
        yield SPEAKERS[match[1]], match[2]


class Conversation(Struct, frozen=True):
    """What came of a conversation held again: how many lines the bot said as recorded, and the first other one.

    `asked` is the last line before it. `answered` is empty where the bot said nothing in time or left.
    """

    same: int
    asked: str = ""
    recorded: str | None = None
    answered: str = ""


def converse(recorded: Sequence[tuple[Speaker, str]], command: BotCommand, sandbox: Sandbox) -> Conversation:
    """Say to a bot what the referee said, and compare its lines as JSON.

    Raises HostFault, and launch.StartError when the program cannot be started.
    """
    process = BotProcess(launch.start(command, sandbox), ErrorLog(None))
    unread, same, asked = b"", 0, ""
    try:
        for by, line in recorded:
            if by == "referee":
                process.write(line.encode() + b"\n")
                asked = line
                continue
            answer, unread = _next_line(process, unread)
            if not _alike(answer, line):
                return Conversation(same, asked, line, shown(answer))
            same += 1
    finally:
        process.close(grace_ms=0)
    return Conversation(same)


def _next_line(process: BotProcess, unread: bytes) -> tuple[bytes, bytes]:
    """Return the next line of a bot, empty when none comes, and what it has said beyond."""
    deadline = monotonic_ns() + ANSWER_S * 1_000_000_000
    try:
        while b"\n" not in unread:
            unread += process.read(deadline)
    except (LateError, EndedError):
        return unread, b""
    line, _, rest = unread.partition(b"\n")
    return line, rest


def _alike(answer: bytes, recorded: str) -> bool:
    """Tell whether two lines of bots say the same; what a bot calls itself is its own affair."""
    try:
        said, before = msgspec.json.decode(answer), msgspec.json.decode(recorded)
    except ValueError:
        return _one_line(answer) == recorded
    for message in (said, before):
        if isinstance(message, dict) and message.get("type") == "hello":
            message.pop("name", None)
    return bool(said == before)

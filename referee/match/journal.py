"""A game that can be left and gone on with: all that its seats answered, kept in a file as it happens.

To go on, the game is played again from its beginning. Each seat is asked what it was asked before, with the same
time left, and what it answered then counts, whatever it answers now. So a bot is where it was, in its memory and
its randomness, and the game is where it was even if the bot is not.
"""

import fcntl
import os
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal, NoReturn, Self

import msgspec
from msgspec import Struct

from protocol.codec import printable
from protocol.faults import FaultCode
from protocol.messages import ActionMessage, Clock, GameStart
from referee.bots import BotCommand, Sandbox
from referee.bots.faults import BotFailed, Fault
from referee.match.chair import Player
from referee.match.person import PersonSeat
from referee.match.spec import GameSpec
from referee.rules import SetupError, make_setup

FORMAT = "citadels-play"
VERSION = 1

JOURNAL_BYTES = 16 * 1024 * 1024
"""A longer journal is refused unread."""


class JournalError(Exception):
    """A file that no game can be gone on with from; the message names it and says why."""


class SavedGame(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a journal: the game, who sits where, and what the bots are enclosed in.

    The seat without a command is the person's.
    """

    format: Literal["citadels-play"]
    version: Literal[1]
    spec: GameSpec
    bots: tuple[BotCommand | None, ...]
    sandbox: Sandbox

    @property
    def seat(self) -> int:
        """The person's seat."""
        return self.bots.index(None)


class Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What came of a question to a seat: its `answer`, or the `fault` that ended its part in the game.

    `request` is None for a failure at the beginning. The times in milliseconds and the attempts are what the clock
    showed then; the bots were told of them.
    """

    seat: int
    request: str | None
    answer: ActionMessage | None = None
    fault: Fault | None = None
    elapsed_ms: float = 0.0
    delay_us: int = 0
    remaining_ms: int = 0
    bank_used_ms: int = 0
    attempts_left: int = 0


class _Header(Struct, frozen=True):
    format: str = ""
    version: int = 0


class Journal:
    """The file of a game in progress. Nobody else can write it as long as it is open."""

    def __init__(self, path: Path, descriptor: int, game: SavedGame, entries: Iterable[Entry]) -> None:
        self.path = path
        self.game = game
        self.entries = tuple(entries)
        self._descriptor = descriptor

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        os.close(self._descriptor)

    def keep(self, entry: Entry) -> None:
        """Write an answer or a failure."""
        _write(self._descriptor, entry)

    def finish(self, replay: bytes) -> None:
        """Put the replay of the game, which is over, in place of the journal: all of it or nothing."""
        draft = self.path.with_name(self.path.name + ".new")
        draft.write_bytes(replay)
        draft.replace(self.path)


def create(path: Path, game: SavedGame) -> Journal:
    """Begin a journal in a file that does not exist yet; its folder is made. Raises JournalError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
    except FileExistsError:
        raise JournalError(f"{path} exists already") from None
    except OSError as error:
        raise JournalError(f"{path} cannot be written: {error.strerror}") from error
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    _write(descriptor, game)
    return Journal(path, descriptor, game, ())


def resume(path: Path) -> Journal:
    """Open the journal of a game that was left. A last line that was cut short is dropped. Raises JournalError."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND)
    except OSError as error:
        raise JournalError(f"{path} cannot be opened: {error.strerror}") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        whole = _content(path).rpartition(b"\n")[0].split(b"\n")
        game, entries = _read(path, whole)
        os.ftruncate(descriptor, sum(map(len, whole)) + len(whole))
    except BlockingIOError:
        os.close(descriptor)
        raise JournalError(f"{path} is being played in another window") from None
    except BaseException:
        os.close(descriptor)
        raise
    return Journal(path, descriptor, game, entries)


def _content(path: Path) -> bytes:
    with path.open("rb") as file:
        content = file.read(JOURNAL_BYTES + 1)
    if len(content) > JOURNAL_BYTES:
        raise JournalError(f"{path} has more than {JOURNAL_BYTES} bytes")
    return content


def _read(path: Path, lines: list[bytes]) -> tuple[SavedGame, list[Entry]]:
    try:
        header = msgspec.json.decode(lines[0], type=_Header)
        if header.format == "citadels-replay":
            raise JournalError(f"The game in {path} is over; `referee replay {path}` tells it.")
        if (header.format, header.version) != (FORMAT, VERSION):
            raise JournalError(f"{path} holds no game that was left")
        game = msgspec.json.decode(lines[0], type=SavedGame)
        _check(game)
        return game, [msgspec.json.decode(line, type=Entry) for line in lines[1:]]
    except (ValueError, RecursionError) as error:
        raise JournalError(f"{path} cannot be read: {printable(str(error))}") from error


def _check(game: SavedGame) -> None:
    """Raise ValueError unless a game that was read is one that can be played, with one person in it."""
    spec, setup = game.spec, game.spec.setup
    if game.bots.count(None) != 1 or {len(spec.bots), len(spec.bot_seeds)} != {len(game.bots)}:
        raise ValueError("its seats are not those of one person and of bots")
    limit = setup.round_limit
    try:
        made = make_setup(
            len(game.bots), setup.cast, setup.districts, edition=setup.edition, round_limit=limit
        )
    except SetupError as error:
        raise ValueError(f"its setup is not allowed: {error}") from error
    if made != setup:
        raise ValueError("its setup is not one of the rules")


def _write(descriptor: int, line: Struct) -> None:
    left = msgspec.json.encode(line) + b"\n"
    while left:
        left = left[os.write(descriptor, left) :]


class RememberedSeat:
    """A player whose answers are kept, and who is taken through those of an earlier session first.

    `differed` counts the questions to which the bot gives another answer now than it gave then. A bot that fails
    on the way fails at its first new question.
    """

    def __init__(
        self,
        seat: int,
        player: Player,
        journal: Journal,
        failed: Callable[[int, Fault], None],
    ) -> None:
        self.seat = seat
        self.asked_again = self.differed = 0
        self._player = player
        self._keep = journal.keep
        self._failed = failed
        self._past = deque(entry for entry in journal.entries if entry.seat == seat)
        self._lost: Fault | None = None
        self._now = Entry(seat, None)

    @property
    def elapsed_ms(self) -> float:
        """Time from the last request to its answer."""
        return self._now.elapsed_ms

    @property
    def delay_us(self) -> int:
        """What the referee itself added to that time, in microseconds."""
        return self._now.delay_us

    @property
    def remaining_ms(self) -> int:
        """Time that was left when the last answer came."""
        return self._now.remaining_ms

    @property
    def bank_used_ms(self) -> int:
        """What the last request took out of the bank."""
        return self._now.bank_used_ms

    @property
    def attempts_left(self) -> int:
        """How many more answers to the last request are allowed."""
        return self._now.attempts_left

    def begin(self, start: GameStart) -> None:
        """Begin the game. Raises BotFailed."""
        if self._past and self._past[0].request is None:
            self._raise(self._past.popleft())
        try:
            self._player.begin(start)
        except BotFailed as failed:
            if not self._past:
                self._fail(failed.fault, None)
            self._lost = failed.fault

    def ask(self, line: bytes, request: str, clock: Clock) -> ActionMessage:
        """Send a request and return the answer that counts. Raises BotFailed."""
        return self._answer(line, request, lambda: self._player.ask(line, request, clock))

    def retry(self, line: bytes) -> ActionMessage:
        """Send a refusal and return the next answer that counts. Raises BotFailed."""
        return self._answer(line, self._now.request, lambda: self._player.retry(line))

    def tell(self, line: bytes) -> None:
        """Send a line that ends the game."""
        if self._lost is None:
            self._player.tell(line)

    def fail(self, code: FaultCode, detail: str, received: bytes = b"") -> NoReturn:
        """End the bot for a reason found elsewhere. Raises BotFailed."""
        try:
            self._player.fail(code, detail, received)
        except BotFailed as failed:
            self._failed(self.seat, failed.fault)
            raise

    def _answer(self, line: bytes, request: str | None, ask: Callable[[], ActionMessage]) -> ActionMessage:
        if self._past:
            return self._remembered(self._past.popleft(), line, ask)
        if self._lost:
            self._fail(self._lost, request)
        try:
            answer = ask()
        except BotFailed as failed:
            self._fail(failed.fault, request)
        player = self._player
        self._now = Entry(
            seat=self.seat,
            request=request,
            answer=answer,
            elapsed_ms=player.elapsed_ms,
            delay_us=player.delay_us,
            remaining_ms=player.remaining_ms,
            bank_used_ms=player.bank_used_ms,
            attempts_left=player.attempts_left,
        )
        self._keep(self._now)
        return answer

    def _remembered(self, entry: Entry, line: bytes, ask: Callable[[], ActionMessage]) -> ActionMessage:
        self._now = entry
        if entry.answer is None:
            self._raise(entry)
        if self._lost is None:
            self.asked_again += 1
            try:
                self.differed += self._again(line, ask) not in (None, entry.answer)
            except BotFailed as failed:
                self._lost = failed.fault
        return entry.answer

    def _again(self, _line: bytes, ask: Callable[[], ActionMessage]) -> ActionMessage | None:
        """Put a question again and return the answer, which does not count."""
        return ask()

    def _fail(self, fault: Fault, request: str | None) -> NoReturn:
        entry = Entry(self.seat, request, fault=fault)
        self._keep(entry)
        self._raise(entry)

    def _raise(self, entry: Entry) -> NoReturn:
        assert entry.fault
        self._failed(self.seat, entry.fault)
        raise BotFailed(entry.fault)


class RememberedPerson(RememberedSeat):
    """A person whose answers are kept: what was answered before is told, not asked."""

    def __init__(
        self, seat: int, person: PersonSeat, journal: Journal, failed: Callable[[int, Fault], None]
    ) -> None:
        super().__init__(seat, person, journal, failed)
        self._person = person

    def _again(self, line: bytes, _ask: Callable[[], ActionMessage]) -> None:
        self._person.overhear(line)

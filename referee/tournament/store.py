"""The folder of a run: `plan.json`, `run.db` with all that was played, `stderr` with what bots wrote there.

Until the run is finished, `seed.txt` has its seed.

A folder has one writer at a time and any number of readers.
"""

import fcntl
import os
import re
import sqlite3
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

import msgspec
from msgspec import Struct

from protocol.events import Score
from referee.match import GameRecord, SeatFault
from referee.match.replay import REPLAY_BYTES
from referee.tournament import plan as plans
from referee.tournament.plan import Plan

FILE = "run.db"
STDERR = "stderr"
TRACES = "traces"
LOCK_ATTEMPTS, LOCK_PAUSE_S = 5, 0.02
"""How often a folder is tried to be had for oneself, and the seconds between."""

VERSION = 2
APPLICATION = 0x43495444
"""Marks a database as ours (`CITD`), for SQLite's application_id."""

_SCHEMA = """
CREATE TABLE run (plan_sha256 TEXT NOT NULL) STRICT;
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE,
    rounds INTEGER NOT NULL,
    decisions INTEGER NOT NULL,
    replay TEXT NOT NULL,
    replay_sha256 TEXT NOT NULL
) STRICT;
CREATE TABLE seats (
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    bot INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    total INTEGER NOT NULL,
    score TEXT NOT NULL,
    PRIMARY KEY (number, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE faults (
    number INTEGER NOT NULL,
    place INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    code TEXT NOT NULL,
    request TEXT,
    detail TEXT NOT NULL,
    evidence TEXT NOT NULL,
    PRIMARY KEY (number, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE timing (
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    bot INTEGER NOT NULL,
    decisions INTEGER NOT NULL,
    times_us BLOB NOT NULL,
    delays_us BLOB NOT NULL,
    PRIMARY KEY (number, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE played (seconds REAL NOT NULL) STRICT;
CREATE TABLE cpu (bot INTEGER PRIMARY KEY, cpu_us INTEGER NOT NULL) STRICT;
CREATE TABLE void (number INTEGER NOT NULL, reason TEXT NOT NULL) STRICT;
CREATE TABLE sqlar (name TEXT PRIMARY KEY, mode INT, mtime INT, sz INT, data BLOB) STRICT
"""
"""Evidence is JSON, times are MessagePack; `sqlar` is SQLite's archive: `sqlite3 run.db -Ax` unpacks it."""


_ADD_CPU = "INSERT INTO cpu VALUES (?, ?) ON CONFLICT DO UPDATE SET cpu_us = cpu_us + excluded.cpu_us"


class StoreError(Exception):
    """The folder cannot serve: the message names it and says why."""


class RunLockedError(StoreError):
    """Another referee is at work in the folder."""


class PlanMismatchError(StoreError):
    """The folder holds a run of another plan; `differences` says in which respects."""

    def __init__(self, folder: Path, differences: Sequence[str]) -> None:
        super().__init__(folder, differences)
        self.folder = folder
        self.differences = tuple(differences)

    def __str__(self) -> str:
        return f"{self.folder} holds another run: " + "; ".join(self.differences)


class GameResult(Struct, frozen=True):
    """What the store knows of one game, seats in order; `bots` are indices into the plan's bots."""

    id: str
    number: int
    bots: tuple[int, ...]
    rounds: int
    decisions: int
    scores: tuple[Score, ...]
    ranks: tuple[int, ...]
    faults: tuple[SeatFault, ...]
    replay_sha256: str


class FaultReport(Struct, frozen=True):
    """One fault with its evidence (JSON), for those who ask what happened."""

    game: str
    number: int
    seat: int
    bot: int
    code: str
    request: str | None
    detail: str
    evidence: str


class RunReader:
    """A run as it stands. `read` opens one; everything comes in the order of the plan."""

    def __init__(self, folder: Path, plan: Plan, database: sqlite3.Connection) -> None:
        self.folder = folder
        self.plan = plan
        self._database = database

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    def count(self) -> int:
        """Return the number of games recorded."""
        return self._number("SELECT count(*) FROM games")

    def since(self, games: int) -> Iterator[GameResult]:
        """Yield the games recorded after the first so many, in the order in which that happened."""
        rows = self._database.execute("SELECT number FROM games ORDER BY rowid LIMIT -1 OFFSET ?", (games,))
        return (self.result(number) for (number,) in rows.fetchall())

    def void_since(self, games: int) -> list[tuple[int, str]]:
        """Return the numbers and reasons of the void games after the first so many."""
        return self._database.execute(
            "SELECT number, reason FROM void ORDER BY rowid LIMIT -1 OFFSET ?", (games,)
        ).fetchall()

    def revealed(self) -> bool:
        """Tell whether the seed is published: the run is finished."""
        return not (self.folder / plans.SECRET).exists()

    def planned(self) -> int | None:
        """Return the number of games that the run comes to, None where time will tell."""
        return self.count() if self.plan.stop.seconds and self.revealed() else self.plan.limit

    def void(self) -> int:
        """Return the number of games that were broken off through no bot's fault, and played again."""
        return self._number("SELECT count(*) FROM void")

    def _number(self, query: str) -> int:
        return int(self._database.execute(query).fetchone()[0])

    def seconds(self) -> float:
        """Return for how long the run has been played."""
        return float(self._database.execute("SELECT seconds FROM played").fetchone()[0])

    def numbers(self) -> Iterator[int]:
        """Yield the numbers of the games recorded."""
        return (number for (number,) in self._database.execute("SELECT number FROM games ORDER BY number"))

    def missing(self) -> Iterator[int]:
        """Yield the numbers of the games that are still to be played, as far as it is known who plays them."""
        final = plans.undecided(self.plan)
        gaps: list[range] = []
        after = 0
        for number in self.numbers():
            gaps += [range(after, number)] if after < number else []
            after = number + 1
        return chain(*gaps, range(after, final.start if final else self.plan.games))

    def results(self) -> Iterator[GameResult]:
        """Yield all games recorded."""
        rows = self._database.execute(
            "SELECT games.*, bot, score, rank FROM games JOIN seats USING (number) ORDER BY number, seat"
        )
        for number, seats in groupby(rows, key=itemgetter(1)):
            yield self._result(number, list(seats))

    def _result(self, number: int, seats: list[Any]) -> GameResult:
        identity, _, rounds, decisions, _, replay_sha256 = seats[0][:6]
        faults = self._database.execute(
            "SELECT seat, code, request, detail FROM faults WHERE number = ? ORDER BY place", (number,)
        )
        return GameResult(
            id=identity,
            number=number,
            bots=tuple(row[6] for row in seats),
            rounds=rounds,
            decisions=decisions,
            scores=tuple(msgspec.json.decode(row[7], type=Score) for row in seats),
            ranks=tuple(row[8] for row in seats),
            faults=tuple(SeatFault(*fault) for fault in faults),
            replay_sha256=replay_sha256,
        )

    def result(self, number: int) -> GameResult:
        """Return one game. Raises StoreError when it is not recorded."""
        rows = self._database.execute(
            "SELECT games.*, bot, score, rank FROM games JOIN seats USING (number)"
            " WHERE number = ? ORDER BY seat",
            (number,),
        ).fetchall()
        if not rows:
            raise StoreError(f"{self.folder} has no game {number} recorded")
        return self._result(number, rows)

    def number(self, game: str) -> int:
        """Return the number of the game with an id. Raises StoreError when it is not recorded."""
        row = self._database.execute("SELECT number FROM games WHERE id = ?", (game,)).fetchone()
        if row is None:
            raise StoreError(f"{self.folder} has no game {game!r} recorded")
        return int(row[0])

    def replay(self, number: int) -> bytes:
        """Return the replay of one game. Raises StoreError: not recorded, or damaged."""
        row = self._database.execute(
            "SELECT sz, data FROM games JOIN sqlar ON name = replay WHERE number = ?", (number,)
        ).fetchone()
        if row is None:
            raise StoreError(f"{self.folder} has no replay of game {number}")
        size, data = row
        try:
            text = bytes(data) if len(data) == size else zlib.decompressobj().decompress(data, REPLAY_BYTES)
        except zlib.error as error:
            raise StoreError(f"the replay of game {number} in {self.folder} is damaged: {error}") from error
        if len(text) != size:
            raise StoreError(f"the replay of game {number} in {self.folder} is damaged: it is cut short")
        return text

    def times(self) -> Iterator[tuple[int, list[int]]]:
        """Yield, for each seat of each game, the bot and its times per decision in microseconds."""
        for bot, packed in self._database.execute("SELECT bot, times_us FROM timing"):
            yield bot, msgspec.msgpack.decode(packed, type=list[int])

    def delays(self) -> Iterator[list[int]]:
        """Yield, for each seat of each game, what the referee added to its decisions, in microseconds."""
        for (packed,) in self._database.execute("SELECT delays_us FROM timing"):
            yield msgspec.msgpack.decode(packed, type=list[int])

    def cpu_us(self) -> dict[int, int]:
        """Return the processor time that each bot has used, in microseconds."""
        return dict(self._database.execute("SELECT bot, cpu_us FROM cpu"))

    def fault_reports(self) -> Iterator[FaultReport]:
        """Yield all faults with their evidence."""
        for row in self._database.execute(
            "SELECT id, number, seat, bot, code, request, detail, evidence FROM faults"
            " JOIN seats USING (number, seat) JOIN games USING (number) ORDER BY number, place"
        ):
            yield FaultReport(*row)


class RunWriter(RunReader):
    """A run that is being played. `create` and `resume` open one and keep all other referees out."""

    def __init__(self, folder: Path, plan: Plan, database: sqlite3.Connection, lock: int) -> None:
        super().__init__(folder, plan, database)
        self._lock = lock
        self.stderr = folder / STDERR
        self.stderr.mkdir(exist_ok=True)
        self.traces: dict[int, Path] = {}

    def trace(self, name: str) -> None:
        """Have the conversations of a bot written into the folder `traces`. Raises KeyError for a name of none."""
        bot = {entry.name: number for number, entry in enumerate(self.plan.bots)}[name]
        folder = re.sub(r"[^A-Za-z0-9_.-]+", "_", name)
        self.traces[bot] = (self.folder / TRACES / folder).absolute()

    def close(self) -> None:
        """Let go of the database and of the folder."""
        super().close()
        os.close(self._lock)

    def record(
        self,
        records: Sequence[GameRecord],
        void: Sequence[tuple[int, str]] = (),
        cpu_us: Mapping[int, int] = MappingProxyType({}),
    ) -> list[GameRecord]:
        """Write games, each once, the numbers and reasons of void ones, and what bots have used; all or nothing.

        Returns the games that were not recorded yet. Raises StoreError: no room on the disk, and the like.
        """
        with self._writing(FILE), self._transaction():
            self._database.executemany("INSERT INTO void VALUES (?, ?)", void)
            self._database.executemany(_ADD_CPU, cpu_us.items())
            return [record for record in records if self._insert(record)]

    def clock(self, seconds: float) -> None:
        """Take note of how long the run has been played. Raises StoreError."""
        with self._writing(FILE):
            self._database.execute("UPDATE played SET seconds = ?", (seconds,))

    def amend(self, plan: Plan) -> None:
        """Go on with the same plan, in which more is known by now. Raises StoreError."""
        with self._writing(plans.FILE):
            plans.save(plan, self.folder)
        self.plan = plan

    def extend(self, plan: Plan) -> None:
        """Go on with a plan that begins with this one, and whose new seed is a secret. Raises StoreError."""
        with self._writing(plans.FILE):
            self._database.execute("INSERT INTO run VALUES (?)", (plans.digest(plan),))
            plans.reveal(self.plan, self.folder)
            plans.seal(plan, self.folder)
        self.plan = plan

    def reveal(self) -> None:
        """Publish the seed in the plan: the games have been played. Raises StoreError."""
        with self._writing(plans.FILE):
            plans.reveal(self.plan, self.folder)

    @contextmanager
    def _writing(self, name: str) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"{self.folder / name} cannot be written: {error}") from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            self._database.rollback()
            raise

    def _insert(self, record: GameRecord) -> bool:
        run, number = self._database, record.number
        name = f"{number:06d}-{record.id}.jsonl"
        digest = sha256(record.replay).hexdigest()
        game = (record.id, number, record.rounds, record.decisions, name, digest)
        if not run.execute("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?)", game).rowcount:
            return False
        run.executemany("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?)", _seat_rows(record))
        run.executemany("INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?, ?)", _fault_rows(record))
        run.executemany("INSERT INTO timing VALUES (?, ?, ?, ?, ?, ?)", _timing_rows(record))
        packed = zlib.compress(record.replay)
        data = packed if len(packed) < len(record.replay) else record.replay
        run.execute("INSERT INTO sqlar VALUES (?, ?, 0, ?, ?)", (name, 0o100644, len(record.replay), data))
        return True


def _seat_rows(record: GameRecord) -> Iterator[tuple[object, ...]]:
    for seat, (bot, rank, score) in enumerate(zip(record.bots, record.ranks, record.scores, strict=True)):
        yield record.number, seat, bot, rank, score.total, msgspec.json.encode(score).decode()


def _fault_rows(record: GameRecord) -> Iterator[tuple[object, ...]]:
    for place, (fault, evidence) in enumerate(zip(record.faults, record.evidence, strict=True)):
        shown = msgspec.json.encode(evidence).decode()
        yield record.number, place, fault.seat, fault.code, fault.request, fault.detail, shown


def _timing_rows(record: GameRecord) -> Iterator[tuple[object, ...]]:
    for timing in record.timing:
        times, delays = msgspec.msgpack.encode(timing.times_us), msgspec.msgpack.encode(timing.delays_us)
        yield record.number, timing.seat, record.bots[timing.seat], timing.decisions, times, delays


def create(folder: Path, plan: Plan) -> RunWriter:
    """Begin a run in a folder, which is made if need be.

    Raises RunLockedError, or StoreError when the folder holds a run already or cannot be written.
    """
    with ExitStack() as opened:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lock = _lock(folder)
            opened.callback(os.close, lock)
            for name in (plans.FILE, FILE):
                if (folder / name).exists():
                    raise StoreError(f"{folder} holds a run already: there is a {name} in it")
            plans.seal(plan, folder)
        except OSError as error:
            raise StoreError(f"{folder} cannot hold a run: {error}") from error
        database = _open_for_writing(folder, plan)
        opened.pop_all()
        return RunWriter(folder, plan, database, lock)


def resume(folder: Path, plan: Plan | None = None) -> RunWriter:
    """Go on with the run in a folder, with the stored plan or with one that may differ in whereabouts only.

    The bots' programs must be the ones that the run began with. Raises PlanError (no run there, unknown
    version), RunLockedError, PlanMismatchError, or StoreError.
    """
    stored = plans.load(folder)
    wanted = plan or stored
    with ExitStack() as opened:
        lock = _lock(folder)
        opened.callback(os.close, lock)
        differences = plans.difference(stored, wanted) or plans.changed_programs(wanted)
        if differences:
            raise PlanMismatchError(folder, differences)
        wanted = msgspec.structs.replace(stored, bots=wanted.bots)
        if wanted != stored:
            plans.save(wanted, folder)
        database = _open_for_writing(folder, wanted)
        opened.pop_all()
        return RunWriter(folder, wanted, database, lock)


def read(folder: Path) -> RunReader:
    """Open the run in a folder as it stands at this moment, even while it is being played.

    Raises PlanError (no run there, unknown version) or StoreError.
    """
    plan = plans.load(folder)
    with _database(folder, "rw") as database:
        database.execute("PRAGMA query_only = ON")
        database.execute("BEGIN")
        _check(database, folder, plan)
    return RunReader(folder, plan, database)


def at_work(folder: Path) -> bool:
    """Tell whether a referee is at work in a folder, whatever became of it otherwise."""
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(lock)
    return False


def _lock(folder: Path) -> int:
    """Return an open descriptor of the folder that keeps other referees out until it is closed.

    Those who merely ask whether one is at work hold the folder for a moment, which is waited for.
    """
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    for attempt in range(1, LOCK_ATTEMPTS + 1):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(LOCK_PAUSE_S if attempt < LOCK_ATTEMPTS else 0)
        else:
            return lock
    os.close(lock)
    raise RunLockedError(f"another referee is at work in {folder}")


@contextmanager
def _database(folder: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """Connect to the database, to stay connected unless something is wrong with it."""
    path = folder / FILE
    with ExitStack() as opened:
        try:
            uri = f"{path.resolve().as_uri()}?mode={mode}"
            database = sqlite3.connect(uri, uri=True, isolation_level=None)
            opened.callback(database.close)
            yield database
        except sqlite3.Error as error:
            raise StoreError(f"{path} cannot be opened: {error}") from error
        opened.pop_all()


def _open_for_writing(folder: Path, plan: Plan) -> sqlite3.Connection:
    with _database(folder, "rwc") as database:
        if not database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            _lay_out(database, plan)
        _check(database, folder, plan)
        database.execute("PRAGMA synchronous = NORMAL")
    return database


def _lay_out(database: sqlite3.Connection, plan: Plan) -> None:
    database.execute("PRAGMA page_size = 16384")
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("BEGIN IMMEDIATE")
    for statement in _SCHEMA.split(";"):
        database.execute(statement)
    database.execute("INSERT INTO run VALUES (?)", (plans.digest(plan),))
    database.execute("INSERT INTO played VALUES (0)")
    database.execute(f"PRAGMA application_id = {APPLICATION}")
    database.execute(f"PRAGMA user_version = {VERSION}")
    database.execute("COMMIT")


def _check(database: sqlite3.Connection, folder: Path, plan: Plan) -> None:
    application, version = (
        database.execute(f"PRAGMA {pragma}").fetchone()[0] for pragma in ("application_id", "user_version")
    )
    if application != APPLICATION:
        raise StoreError(f"{folder / FILE} is not the database of a run")
    if version != VERSION:
        raise StoreError(f"{folder / FILE} has version {version}; this referee reads version {VERSION}")
    if (plans.digest(plan),) not in database.execute("SELECT plan_sha256 FROM run").fetchall():
        raise StoreError(f"{folder / FILE} was not played by the {plans.FILE} beside it")

"""The folder of a run: `plan.json`, `run.db` with all that was played, `stderr` with what bots wrote there.

Until the run is finished, `seed.txt` has its seed.

A folder has one writer at a time and any number of readers.
"""

import os
import re
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from itertools import chain, groupby
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType
from typing import Self

import msgspec
from msgspec import Struct

from protocol.events import Score
from referee.match import GameRecord, SeatFault
from referee.tournament import plan as plans
from referee.tournament.database import FILE, open_for_reading, open_for_writing
from referee.tournament.database import StoreError as StoreError
from referee.tournament.lock import hold
from referee.tournament.plan import Plan
from referee.tournament.rows import (
    LARGEST,
    Count,
    CpuRow,
    FaultReport,
    ReplayRow,
    Row,
    SeatRow,
    SecondsRow,
    TimesRow,
    VoidGame,
    read_evidence,
    read_row,
    read_score,
    read_times,
)

STDERR = "stderr"
TRACES = "traces"
GAME_BYTES = 24 * 1024
"""What a game takes on the disk, about, as long as none is recorded that tells."""

JOURNAL_BYTES = 16 * 1024 * 1024
"""How large SQLite's journal grows, at most, before it is written into the database."""

_ADD_CPU = "INSERT INTO cpu VALUES (?, ?) ON CONFLICT DO UPDATE SET cpu_us = cpu_us + excluded.cpu_us"


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


class _Numbered(Struct, frozen=True):
    number: Count


_SEATS = (
    "SELECT number, id, rounds, decisions, replay_sha256, seat, bot, rank, score"
    " FROM games JOIN seats USING (number)"
)


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
        rows = self._rows(_Numbered, "SELECT number FROM games ORDER BY rowid LIMIT -1 OFFSET ?", games)
        return (self.result(row.number) for row in list(rows))

    def void_since(self, games: int) -> list[tuple[int, str]]:
        """Return the numbers and reasons of the void games after the first so many."""
        rows = self._rows(VoidGame, "SELECT number, reason FROM void ORDER BY rowid LIMIT -1 OFFSET ?", games)
        return [(row.number, row.reason) for row in rows]

    def revealed(self) -> bool:
        """Tell whether the seed is published: the run is finished."""
        return not (self.folder / plans.SECRET).exists()

    def planned(self) -> int | None:
        """Return the number of games that the run comes to, None where time will tell."""
        return self.count() if self.plan.stop.seconds and self.revealed() else self.plan.limit

    def void(self) -> int:
        """Return the number of games that were broken off through no bot's fault, and played again."""
        return self._number("SELECT count(*) FROM void")

    def void_games(self) -> Iterator[VoidGame]:
        """Yield the games that were broken off through no bot's fault, as often as each was, with the reason."""
        return self._rows(VoidGame, "SELECT number, reason FROM void ORDER BY number, rowid")

    def room_needed(self) -> int:
        """Return about how many more bytes of disk the games take that are still to be played."""
        size = self._number("PRAGMA page_count") * self._number("PRAGMA page_size")
        recorded = self.count()
        each = size // recorded if recorded else GAME_BYTES
        data = each * ((self.plan.limit or recorded) - recorded)
        return data + min(data, JOURNAL_BYTES)

    def seconds(self) -> float:
        """Return for how long the run has been played."""
        return self._only(SecondsRow, "SELECT seconds FROM played").seconds

    def numbers(self) -> Iterator[int]:
        """Yield the numbers of the games recorded."""
        rows = self._rows(_Numbered, "SELECT number FROM games ORDER BY number")
        return (self._planned(row.number) for row in rows)

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
        rows = self._rows(SeatRow, f"{_SEATS} ORDER BY number, seat")
        for _, seats in groupby(rows, key=attrgetter("number")):
            yield self._result(list(seats))

    def _result(self, seats: list[SeatRow]) -> GameResult:
        game, plan = seats[0], self.plan
        faults = tuple(
            self._rows(
                SeatFault,
                "SELECT seat, code, request, detail FROM faults WHERE number = ? ORDER BY place",
                self._planned(game.number),
            )
        )
        if [row.seat for row in seats] != list(range(plan.seats)):
            raise self._damaged(f"game {game.number} has not the {plan.seats} seats of the plan")
        if any(row.bot >= len(plan.bots) for row in seats):
            raise self._damaged(f"game {game.number} was played by a bot that is not in the plan")
        if len({row.bot for row in seats}) < plan.seats:
            raise self._damaged(f"game {game.number} was played by one bot in several seats")
        if any(fault.seat >= plan.seats for fault in faults):
            raise self._damaged(f"game {game.number} has a fault of a seat that is not in the plan")
        try:
            scores = tuple(read_score(row.score) for row in seats)
        except ValueError as error:
            raise self._damaged(f"game {game.number} has a score that cannot be read: {error}") from error
        return GameResult(
            id=game.id,
            number=game.number,
            bots=tuple(row.bot for row in seats),
            rounds=game.rounds,
            decisions=game.decisions,
            scores=scores,
            ranks=tuple(row.rank for row in seats),
            faults=faults,
            replay_sha256=game.replay_sha256,
        )

    def result(self, number: int) -> GameResult:
        """Return one game. Raises StoreError when it is not recorded."""
        rows = list(self._rows(SeatRow, f"{_SEATS} WHERE number = ? ORDER BY seat", min(number, LARGEST)))
        if not rows:
            raise StoreError(f"{self.folder} has no game {number} recorded")
        return self._result(rows)

    def number(self, game: str) -> int:
        """Return the number of the game with an id. Raises StoreError when it is not recorded."""
        for row in self._rows(_Numbered, "SELECT number FROM games WHERE id = ?", game):
            return self._planned(row.number)
        raise StoreError(f"{self.folder} has no game {game!r} recorded")

    def replay(self, number: int) -> bytes:
        """Return the replay of one game. Raises StoreError: not recorded, or damaged."""
        query = "SELECT sz, data FROM games JOIN sqlar ON name = replay WHERE number = ?"
        for row in self._rows(ReplayRow, query, min(number, LARGEST)):
            return self._unpacked(number, row)
        raise StoreError(f"{self.folder} has no replay of game {number}")

    def _unpacked(self, number: int, row: ReplayRow) -> bytes:
        data, size = row.data, row.size
        try:
            text = data if len(data) == size else zlib.decompressobj().decompress(data, size + 1)
        except zlib.error as error:
            raise StoreError(f"the replay of game {number} in {self.folder} is damaged: {error}") from error
        if len(text) != size:
            raise StoreError(
                f"the replay of game {number} in {self.folder} is damaged: it has another length"
            )
        return text

    def times(self) -> Iterator[tuple[int, list[int]]]:
        """Yield, for each seat of each game, the bot and its times per decision in microseconds."""
        return self._timing("SELECT bot, times_us FROM timing")

    def _timing(self, query: str) -> Iterator[tuple[int, list[int]]]:
        for row in self._rows(TimesRow, query):
            if row.bot >= len(self.plan.bots):
                raise self._damaged("there are times of a bot that is not in the plan")
            try:
                times = read_times(row.packed)
            except ValueError as error:
                raise self._damaged(f"times cannot be read: {error}") from error
            yield row.bot, times

    def delays(self) -> Iterator[list[int]]:
        """Yield, for each seat of each game, what the referee added to its decisions, in microseconds."""
        return (times for _, times in self._timing("SELECT bot, delays_us FROM timing"))

    def cpu_us(self) -> dict[int, int]:
        """Return the processor time that each bot has used, in microseconds."""
        return {row.bot: row.cpu_us for row in self._rows(CpuRow, "SELECT bot, cpu_us FROM cpu")}

    def fault_reports(self) -> Iterator[FaultReport]:
        """Yield all faults with their evidence."""
        for report in self._rows(
            FaultReport,
            "SELECT id, number, seat, bot, code, request, detail, evidence FROM faults"
            " JOIN seats USING (number, seat) JOIN games USING (number) ORDER BY number, place",
        ):
            if report.bot >= len(self.plan.bots):
                raise self._damaged("there is a fault of a bot that is not in the plan")
            try:
                read_evidence(report.evidence)
            except ValueError as error:
                raise self._damaged(f"the evidence of a fault cannot be read: {error}") from error
            yield report

    def _rows(self, kind: type[Row], query: str, *values: object) -> Iterator[Row]:
        """Yield the rows that a query finds. Raises StoreError when they are not what they must be."""
        try:
            for row in self._database.execute(query, values):
                yield read_row(kind, row)
        except (sqlite3.Error, ValueError) as error:
            raise self._damaged(str(error)) from error

    def _number(self, query: str) -> int:
        return self._only(_Numbered, query).number

    def _only(self, kind: type[Row], query: str) -> Row:
        for row in self._rows(kind, query):
            return row
        raise self._damaged("a row is missing")

    def _planned(self, number: int) -> int:
        if number >= self.plan.games:
            raise self._damaged(f"the plan has no game {number}")
        return number

    def _damaged(self, how: str) -> StoreError:
        return StoreError(f"{self.folder / FILE} cannot be read: {how}")


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
            lock = hold(folder)
            opened.callback(os.close, lock)
            for name in (plans.FILE, FILE):
                if (folder / name).exists():
                    raise StoreError(
                        f"{folder} holds a run already: there is a {name} in it. Go on with that run (--resume), "
                        "or name another folder."
                    )
            plans.seal(plan, folder)
        except OSError as error:
            raise StoreError(f"{folder} cannot hold a run: {error}") from error
        database = open_for_writing(folder, plan)
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
        lock = hold(folder)
        opened.callback(os.close, lock)
        differences = plans.difference(stored, wanted) or plans.changed_programs(wanted)
        if differences:
            raise PlanMismatchError(folder, differences)
        wanted = msgspec.structs.replace(stored, bots=wanted.bots)
        if wanted != stored:
            _save_plan(wanted, folder)
        database = open_for_writing(folder, wanted)
        opened.pop_all()
        return RunWriter(folder, wanted, database, lock)


def read(folder: Path) -> RunReader:
    """Open the run in a folder as it stands at this moment, even while it is being played.

    Raises PlanError (no run there, unknown version) or StoreError.
    """
    plan = plans.load(folder)
    return RunReader(folder, plan, open_for_reading(folder, plan))


def _save_plan(plan: Plan, folder: Path) -> None:
    try:
        plans.save(plan, folder)
    except OSError as error:
        raise StoreError(f"{folder / plans.FILE} cannot be written: {error.strerror}") from error

"""The database of a run: its tables, how it is made and opened, and that a file is one."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

from referee.tournament import plan as plans
from referee.tournament.plan import Plan

FILE = "run.db"
VERSION = 2
APPLICATION = 0x43495444
"""Marks a database as ours (`CITD`), for SQLite's application_id."""

_MAGIC = b"SQLite format 3\0"

SCHEMA = """
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


class StoreError(Exception):
    """The folder cannot serve: the message names it and says why."""


def open_for_writing(folder: Path, plan: Plan) -> sqlite3.Connection:
    """Open the database in a folder, made if it is not there or empty. Raises StoreError."""
    _refuse_foreign(folder / FILE)
    with _database(folder, "rwc") as database:
        if not database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            _lay_out(database, plan)
        _check(database, folder, plan)
        database.execute("PRAGMA synchronous = NORMAL")
    return database


def open_for_reading(folder: Path, plan: Plan) -> sqlite3.Connection:
    """Open the database in a folder as it stands at this moment. Raises StoreError."""
    _refuse_foreign(folder / FILE)
    with _database(folder, "rw") as database:
        database.execute("PRAGMA query_only = ON")
        database.execute("BEGIN")
        _check(database, folder, plan)
    return database


def _refuse_foreign(path: Path) -> None:
    """Raise StoreError for a file that is no database, but that SQLite might wait for or take for an empty one."""
    if not path.exists():
        return
    if not path.is_file():
        raise StoreError(f"{path} is no regular file")
    with path.open("rb") as file:
        head = file.read(len(_MAGIC))
    if head and head != _MAGIC:
        raise StoreError(f"{path} cannot be opened: file is not a database")


@contextmanager
def _database(folder: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """Connect to the database, to stay connected unless something is wrong with it."""
    path = folder / FILE
    with ExitStack() as opened:
        try:
            uri = f"{path.resolve().as_uri()}?mode={mode}"
            database = sqlite3.connect(uri, uri=True, isolation_level=None)
            opened.callback(database.close)
            database.execute("PRAGMA trusted_schema = OFF")
            yield database
        except sqlite3.Error as error:
            raise StoreError(f"{path} cannot be opened: {error}") from error
        opened.pop_all()


def _lay_out(database: sqlite3.Connection, plan: Plan) -> None:
    database.execute("PRAGMA page_size = 16384")
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("BEGIN IMMEDIATE")
    for statement in SCHEMA.split(";"):
        database.execute(statement)
    database.execute("INSERT INTO run VALUES (?)", (plans.digest(plan),))
    database.execute("INSERT INTO played VALUES (0)")
    database.execute(f"PRAGMA application_id = {APPLICATION}")
    database.execute(f"PRAGMA user_version = {VERSION}")
    database.execute("COMMIT")


def _check(database: sqlite3.Connection, folder: Path, plan: Plan) -> None:
    """Raise StoreError unless this is the database of the plan, with the tables of this version and nothing else."""
    application, version = (
        database.execute(f"PRAGMA {pragma}").fetchone()[0] for pragma in ("application_id", "user_version")
    )
    if application != APPLICATION:
        raise StoreError(f"{folder / FILE} is not the database of a run")
    if version != VERSION:
        raise StoreError(f"{folder / FILE} has version {version}; this referee reads version {VERSION}")
    if _layout(database) != _expected_layout():
        raise StoreError(f"{folder / FILE} is damaged: its tables are not those of version {VERSION}")
    if (plans.digest(plan),) not in database.execute("SELECT plan_sha256 FROM run").fetchall():
        raise StoreError(f"{folder / FILE} was not played by the {plans.FILE} beside it")


def _layout(database: sqlite3.Connection) -> list[tuple[object, ...]]:
    return database.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"
    ).fetchall()


@cache
def _expected_layout() -> list[tuple[object, ...]]:
    database = sqlite3.connect(":memory:")
    try:
        for statement in SCHEMA.split(";"):
            database.execute(statement)
        return _layout(database)
    finally:
        database.close()

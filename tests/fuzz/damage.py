"""Damage to the database of a run, as text of a line for each blow.

    sql STATEMENT       what whoever has SQLite can do
    poke OFFSET HEX     other bytes at a place, counted from the start of the file, round and round
    cut LENGTH          the file ends there

Other lines are left out.
"""

import atexit
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from referee.tournament.database import FILE
from tests.tournament.real import bot, played, real_plan

_BLOW = re.compile(rb"(sql|poke|cut) ([^\n]{1,2000})")
_FORBIDDEN = re.compile(r"attach|vacuum|recursive|randomblob|zeroblob|printf|pragma", re.IGNORECASE)
MOST_BLOWS = 20


@cache
def sound_run() -> Path:
    """Return the folder of a run of four games, one of them with a fault, that the damage is done to copies of."""
    place = tempfile.mkdtemp(prefix="referee-sound-")
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    folder = Path(place) / "run"
    played(folder, real_plan(bot("dicer"), bot("quitter"), games=4))
    return folder


@contextmanager
def damaged_run(data: bytes) -> Iterator[Path]:
    """Make a copy of the run with the damage done."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "run"
        shutil.copytree(sound_run(), folder)
        for kind, what in _BLOW.findall(data)[:MOST_BLOWS]:
            _strike(folder / FILE, kind.decode(), what.decode(errors="replace"))
        yield folder


def _strike(file: Path, kind: str, what: str) -> None:
    if kind == "sql":
        _execute(file, what)
    elif kind == "cut" and what.isdecimal():
        with file.open("r+b") as content:
            content.truncate(int(what) % (file.stat().st_size + 1))
    elif kind == "poke":
        place, _, digits = what.partition(" ")
        with suppress(ValueError):
            _poke(file, int(place), bytes.fromhex(digits))


def _execute(file: Path, statement: str) -> None:
    if _FORBIDDEN.search(statement):
        return
    database = sqlite3.connect(file, isolation_level=None)
    with suppress(sqlite3.Error, ValueError):
        database.execute("PRAGMA writable_schema = ON")
        database.execute(statement)
    database.close()


def _poke(file: Path, place: int, data: bytes) -> None:
    with file.open("r+b") as content:
        content.seek(place % max(1, file.stat().st_size))
        content.write(data)

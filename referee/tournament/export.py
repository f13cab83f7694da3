"""The canonical results of a run: what its plan and its bots' answers lead to, nothing of this machine."""

import csv
import hashlib
import io
from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from protocol.cards import Character, UniqueDistrict
from protocol.events import Score
from protocol.messages import Setup
from referee.match import SeatFault
from referee.rules import preset_name
from referee.tournament.schedule import setup
from referee.tournament.spans import block_of
from referee.tournament.store import GameResult, RunReader

ExportFormat: TypeAlias = Literal["jsonl", "csv"]
"""JSON lines, one for each game; or CSV, one row for each seat of each game."""

COLUMNS = (
    "number", "game", "preset", "cast", "uniques", "seat", "bot", "rank", "total", "districts", "types",
    "completion", "unique", "haunted_quarter", "faults", "rounds", "decisions", "replay_sha256",
)  # fmt: skip
"""Of the CSV form. `cast` and `uniques` are the characters and unique districts in the box, `faults` the codes of
the seat's failures, with spaces between; `districts` and what follows is what scored."""


class GameLine(Struct, frozen=True):
    """One game as a line of the canonical export; lists by seat, `bots` by name.

    `cast` and `uniques` are the characters and unique districts in the box, `preset` is what they are called, if
    they have a name.
    """

    number: int
    game: str
    preset: str | None
    cast: tuple[Character, ...]
    uniques: tuple[UniqueDistrict, ...]
    bots: tuple[str, ...]
    seats: int
    ranks: tuple[int, ...]
    scores: tuple[Score, ...]
    faults: tuple[SeatFault, ...]
    rounds: int
    decisions: int
    replay_sha256: str


def export(run: RunReader, form: ExportFormat) -> Iterator[bytes]:
    """Yield the lines of the export, in the order of the plan, each with its newline."""
    return _jsonl(run) if form == "jsonl" else _csv(run)


def results_sha256(run: RunReader) -> str:
    """Return the SHA-256 of the JSON lines: equal for equal plans and answers, however they were played."""
    digest = hashlib.sha256()
    for line in _jsonl(run):
        digest.update(line)
    return digest.hexdigest()


def _jsonl(run: RunReader) -> Iterator[bytes]:
    for result in run.results():
        box = _box(run, result)
        line = GameLine(
            number=result.number,
            game=result.id,
            preset=preset_name(box, run.plan.seats),
            cast=box.cast,
            uniques=box.districts,
            bots=tuple(run.plan.bots[bot].name for bot in result.bots),
            seats=len(result.bots),
            ranks=result.ranks,
            scores=result.scores,
            faults=result.faults,
            rounds=result.rounds,
            decisions=result.decisions,
            replay_sha256=result.replay_sha256,
        )
        yield msgspec.json.encode(line) + b"\n"


def _box(run: RunReader, result: GameResult) -> Setup:
    return setup(run.plan, block_of(run.plan, result.number))


def _csv(run: RunReader) -> Iterator[bytes]:
    yield _row(COLUMNS)
    for result in run.results():
        for seat in range(len(result.bots)):
            yield _row(_cells(run, result, seat))


def _cells(run: RunReader, result: GameResult, seat: int) -> tuple[object, ...]:
    score = result.scores[seat]
    box = _box(run, result)
    return (
        result.number,
        result.id,
        preset_name(box, run.plan.seats) or "",
        " ".join(box.cast),
        " ".join(box.districts),
        seat,
        run.plan.bots[result.bots[seat]].name,
        result.ranks[seat],
        score.total,
        score.districts,
        score.types,
        score.completion,
        score.unique,
        score.haunted_quarter or "",
        " ".join(fault.code for fault in result.faults if fault.seat == seat),
        result.rounds,
        result.decisions,
        result.replay_sha256,
    )


def _row(cells: tuple[object, ...]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue().encode()

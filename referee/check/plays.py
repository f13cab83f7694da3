"""The second level: games of every preset, with every number of players, in every seat."""

from functools import cache

import msgspec
from msgspec import Struct

from referee.bots import Fault
from referee.check.bench import Bench, BreachError, Table, Transcript, fault, told
from referee.rules import PRESETS


class _Request(Struct):
    legal: tuple[msgspec.Raw, ...]


class _Played(Struct):
    """What came of all games: how each ended for the bot, and what was said in the process it was played in."""

    faults: list[tuple[Table, Fault, Transcript]]
    spoken: list[tuple[Table, Transcript]]


def tables() -> list[Table]:
    """Return a game for every seat of every number of players, in which the presets take turns."""
    seats = [(players, seat) for players in range(2, 9) for seat in range(players)]
    return [
        Table(players, seat, PRESETS[number % len(PRESETS)], seed=f"table-{number}")
        for number, (players, seat) in enumerate(seats)
    ]


@cache
def _played(bench: Bench) -> _Played:
    """Play all tables once in a row; after a fault the bot starts anew."""
    played = _Played([], [])
    remaining = tables()
    while remaining:
        with bench.seat() as bot:
            failed = None
            while remaining and failed is None:
                table = remaining.pop(0)
                heard = len(bench.transcript.said)
                failed = fault(bench.play(bot, table))
                played.spoken.append((table, bench.transcript.since(heard)))
        if failed:
            played.faults.append((table, failed, played.spoken[-1][1]))
    return played


def every_table(bench: Bench) -> None:
    """No game ends in a fault; those that other clauses are about are told there."""
    for table, failed, spoken in _played(bench).faults:
        others = {"move_timeout", "too_many_rejections"}
        if failed.code not in others and _options(spoken) != 1:
            _blame(bench, table, spoken, told(failed))


def single_option(bench: Bench) -> None:
    """No game ends at a request with one option."""
    for table, failed, spoken in _played(bench).faults:
        if _options(spoken) == 1 and failed.code != "too_many_rejections":
            _blame(bench, table, spoken, told(failed))


def in_time(bench: Bench) -> None:
    """No answer is late."""
    for table, failed, spoken in _played(bench).faults:
        if failed.code == "move_timeout" and _options(spoken) != 1:
            _blame(bench, table, spoken, told(failed))


def legal(bench: Bench) -> None:
    """No answer is refused."""
    for table, spoken in _played(bench).spoken:
        if refused := spoken.lines("referee", "rejected"):
            count = f"{len(refused)} answers were refused; the first: "
            _blame(bench, table, spoken, count + refused[0].decode())


def asked_only(bench: Bench) -> None:
    """No line is a stray one."""
    for table, spoken in _played(bench).spoken:
        if notices := spoken.lines("referee", "notice"):
            count = f"{len(notices)} lines answered nothing; the first led to: "
            _blame(bench, table, spoken, count + notices[0].decode())


def _blame(bench: Bench, table: Table, spoken: Transcript, what: str) -> None:
    bench.transcript = spoken
    raise BreachError(f"Preset {table.preset}, {table.players} players, seat {table.seat}. {what}")


def _options(spoken: Transcript) -> int:
    """Return how many options the last request had, 0 when there was none."""
    requests = spoken.lines("referee", "request")
    return len(msgspec.json.decode(requests[-1], type=_Request).legal) if requests else 0

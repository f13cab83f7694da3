import errno
import os
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import pytest

from referee.bots import BotCommand, HostFault, Usage
from referee.tournament import worker
from referee.tournament.benching import Benching
from referee.tournament.driver import slice_of
from referee.tournament.worker import AT_HAND, ATTEMPTS, Bench, play_slice, stderr_path
from tests.tournament.factory import plan, record


class Seat:
    """Stands for a bot's process."""

    made: ClassVar[list["Seat"]] = []
    usage = Usage(cpu_us=2_000)

    def __init__(self, command, _limits, stderr, _sandbox, *, process):
        self.command = command
        self.stderr = stderr
        self.process = process
        self.closed = 0
        Seat.made.append(self)

    def dismiss(self):
        pass

    def cpu_us(self):
        return 1_000

    def close(self):
        self.closed += 1
        return Usage(cpu_us=2_000)


@pytest.fixture
def bench(monkeypatch):
    monkeypatch.setattr(worker, "BotSeat", Seat)
    monkeypatch.setattr(worker, "PAUSES_S", (0.0,) * (ATTEMPTS - 1))
    monkeypatch.setattr(Seat, "made", [])
    made = Bench()
    monkeypatch.setattr(worker, "_BENCH", made)
    return made


def sliced(of, games):
    run = SimpleNamespace(plan=of, stderr=Path("/log"), traces={})
    return slice_of(run, games, Benching(of))


def names(seats):
    return [seat.command.name for seat in seats]


def test_bots_stay_alive_from_game_to_game(bench):
    of = plan(3)
    part = sliced(of, range(6))
    first, second = (bench.players(part, part.games[number]) for number in (0, 1))
    assert len(Seat.made) == 3
    assert set(first) == set(second)
    assert names(first) == [of.bots[bot].name for bot in part.games[0].bots]


def test_entries_of_one_program_have_a_process_each(bench):
    of = plan(1, seats=4)
    part = sliced(of, [0])
    seats = bench.players(part, part.games[0])
    assert len(set(seats)) == 4
    assert sorted(names(seats)) == ["bot0", "bot0-2", "bot0-3", "bot0-4"]


def test_bots_that_have_not_played_for_long_are_ended(bench):
    of = plan(40, seats=4, games=4000)
    part = sliced(of, range(0, 400, 4))
    for game in part.games:
        seats = bench.players(part, game)
        alive = [seat for seat in Seat.made if not seat.closed]
        assert set(seats) <= set(alive)
        assert len(alive) <= AT_HAND
    bench.close()
    assert all(seat.closed == 1 for seat in Seat.made)


@pytest.mark.parametrize(("fresh", "made"), [(False, 3), (True, 18)])
def test_fresh_means_fresh_for_each_game(bench, monkeypatch, fresh, made):
    of = plan(fresh=fresh)
    monkeypatch.setattr(worker, "play_game", lambda game, _players: record(of, game.number))
    result = play_slice(sliced(of, range(6)))
    assert result.records == tuple(record(of, number) for number in range(6))
    assert len(Seat.made) == made
    assert all(seat.closed == fresh for seat in Seat.made)


def test_a_void_game_is_played_again_with_new_processes(bench, monkeypatch):
    of = plan()
    tries = []

    def play(game, players):
        tries.append((game.number, players[0]))
        if game.number == 1 and len(tries) < 2 + ATTEMPTS - 1:
            raise HostFault("no memory")
        return record(of, game.number)

    monkeypatch.setattr(worker, "play_game", play)
    result = play_slice(sliced(of, range(3)))
    assert result.records == tuple(record(of, number) for number in range(3))
    assert result.void == ((1, "no memory"),) * (ATTEMPTS - 1)
    assert [number for number, _ in tries] == [0, *[1] * ATTEMPTS, 2]
    assert tries[1][1] is not tries[2][1]


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (HostFault("no memory"), "no memory"),
        (MemoryError(), "This machine has no memory left."),
        *(
            (OSError(number, os.strerror(number)), f"This machine cannot go on: {os.strerror(number)}.")
            for number in (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM, errno.ENOSPC)
        ),
    ],
    ids=str,
)
def test_a_machine_that_stays_in_trouble_is_named_and_what_was_played_is_kept(
    bench, monkeypatch, error, sentence
):
    of = plan()

    def play(game, players):
        if game.number == 1:
            raise error
        return record(of, game.number)

    monkeypatch.setattr(worker, "play_game", play)
    result = play_slice(sliced(of, range(3)))
    assert result.records == (record(of, 0),)
    assert result.void == ((1, sentence),) * ATTEMPTS
    assert result.trouble == sentence
    assert all(seat.closed for seat in Seat.made)


@pytest.mark.parametrize("error", [ZeroDivisionError, FileNotFoundError])
def test_our_own_mistakes_are_not_hidden(bench, monkeypatch, error):
    def play(game, players):
        raise error

    monkeypatch.setattr(worker, "play_game", play)
    with pytest.raises(error):
        play_slice(sliced(plan(), range(3)))


@pytest.mark.parametrize("name", ["greedy", "../../etc/x", "node bot.js --deep", "a/b"])
def test_files_for_standard_error_stay_in_their_folder(name):
    path = stderr_path(Path("/log"), name)
    assert path.parent == Path("/log")
    assert path.suffix == ".log"
    assert " " not in path.name


def test_bots_are_charged_for_what_they_used_since_the_last_time(bench):
    part = sliced(plan(), [0])
    bench.players(part, part.games[0])
    absent = {9: BotCommand("absent", (), "")}
    assert bench.charge(part.bots | absent) == dict.fromkeys(part.bots, 1_000) | {9: 0}
    assert set(bench.charge(part.bots).values()) == {0}
    bench.close()
    assert set(bench.charge(part.bots).values()) == {1_000}
    bench.players(part, part.games[0])
    assert set(bench.charge(part.bots).values()) == {1_000}

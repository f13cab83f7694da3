"""Who sits out follows from the order of the plan, not from the order in which games are played."""

import random
from concurrent.futures import Executor, Future
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.faults import FaultCode
from referee.bots.faults import Fault
from referee.match import GameSpec, SeatFault
from referee.tournament.benching import BENCHED, Benched, Benching, InTurn
from referee.tournament.driver import drive
from referee.tournament.export import results_sha256
from referee.tournament.happenings import BotBenched, BotFailed, GamesRecorded
from referee.tournament.schedule import spec
from referee.tournament.statistics import analyse
from referee.tournament.store import create, read
from referee.tournament.verify import RunVerifyError, verify_run
from referee.tournament.worker import SliceResult
from tests.tournament.factory import plan, record
from tests.tournament.real import bot, played, real_plan


class Game(NamedTuple):
    """A game as far as benching goes."""

    number: int
    bots: tuple[int, ...]
    faults: tuple[SeatFault, ...]


def failure(seat: int, code: FaultCode) -> SeatFault:
    return SeatFault(seat, code, None, "")


def outcome(game: GameSpec, broken: set[tuple[int, int]]) -> Game:
    """A game in which the bots fail that are broken there, by game and bot, and those sit out that are benched."""
    faults = [failure(seat, BENCHED) for seat in game.benched]
    faults += [
        failure(seat, "exited")
        for seat, bot in enumerate(game.bots)
        if seat not in game.benched and (game.number, bot) in broken
    ]
    return Game(game.number, game.bots, tuple(faults))


def in_order(of, broken) -> dict[int, Game]:
    benching, games = Benching(of), {}
    for number in range(of.games):
        games[number] = outcome(benching.seated(spec(of, number)), broken)
        benching.follow(games[number])
    return games


def test_a_bot_is_benched_after_failures_in_a_row():
    of = plan(3, games=9, bench_after=3)
    benching = Benching(of)
    broken = {(0, 1), (1, 1), (3, 1), (4, 1), (5, 1), (0, 2), (1, 2)}
    for number in range(9):
        game = outcome(benching.seated(spec(of, number)), broken)
        benching.follow(game)
        assert (1 in {game.bots[f.seat] for f in game.faults if f.code == BENCHED}) == (number >= 6)
    assert benching.benched == (Benched("bot1", 6),)


def test_nobody_is_benched_after_0_games():
    of = plan(3, games=30, bench_after=0)
    games = in_order(of, {(number, 0) for number in range(30)})
    assert {fault.code for game in games.values() for fault in game.faults} == {"exited"}


def test_a_bot_that_sits_out_stays_benched():
    of = plan(2, seats=2, games=40, bench_after=2)
    games = in_order(of, {(0, 0), (1, 0)})
    assert [len(games[number].faults) for number in (1, 2, 39)] == [1, 1, 1]


@given(seed=st.integers(0, 2**32), bench_after=st.integers(1, 4), bots=st.integers(3, 5))
def test_the_order_of_arrival_changes_nothing(seed: int, bench_after: int, bots: int):
    """Games are played with what is known when they are given out, and arrive in any order."""
    dice = random.Random(seed)
    of = plan(bots, games=24, bench_after=bench_after)
    broken = {(game, bot) for game in range(24) for bot in range(bots) if dice.random() < 0.6}
    turns: InTurn[Game] = InTurn(of, ())
    todo, out, done = list(range(24)), [], []
    while todo or out:
        while todo and len(out) < 5:
            out.append(outcome(turns.benching.seated(spec(of, todo.pop(0))), broken))
        ready, dropped = turns.take([out.pop(dice.randrange(len(out)))])
        done += ready
        todo[:0] = dropped
    assert {game.number: game for game in done} == in_order(of, broken)
    assert [game.number for game in done] == list(range(24))
    assert turns.held == 0


def test_a_run_goes_on_with_what_is_known_of_it():
    of = plan(3, games=24, bench_after=3)
    broken = {(number, 1) for number in range(24)}
    games = in_order(of, broken)
    turns: InTurn[Game] = InTurn(of, [games[number] for number in (*range(5), 7)])
    assert turns.benching.turn == 5
    assert turns.benching.benched == (Benched("bot1", 3),)
    assert turns.take([games[6]]) == ([], [])
    assert turns.take([games[5]]) == ([games[5], games[6]], [])
    assert turns.benching.turn == 8


class Newest(Executor):
    """Plays games in which bot 0 always fails unless it sits out; the first slices are done in reverse order."""

    def __init__(self, of, first):
        self.of = of
        self.first = first
        self.out = []
        self.played = []

    def submit(self, _fn, /, part):
        future = Future()
        self.out.append((part, future))
        if self.played or len(self.out) == self.first:
            while self.out:
                self.settle(*self.out.pop())
        return future

    def settle(self, part, future):
        self.played += [game.number for game in part.games]
        records = tuple(self.record(game) for game in part.games)
        future.set_result(SliceResult(records=records, void=(), seconds=0.001 * len(records), cpu_us={}))

    def record(self, game):
        import msgspec

        seat = game.bots.index(0) if 0 in game.bots else None
        made = record(self.of, game.number)
        if seat is None:
            return made
        code = BENCHED if seat in game.benched else "exited"
        evidence = Fault(code, "", None, 0, "", "", None)
        return msgspec.structs.replace(made, faults=(failure(seat, code),), evidence=(evidence,))


def test_games_that_were_played_too_early_are_played_again(tmp_path):
    of = plan(4, games=60, bench_after=5)
    told = []
    executor = Newest(of, first=4)
    with create(tmp_path, of) as run:
        assert drive(run, executor, workers=2, report=told.append).games == 60
        games = list(run.results())
        standing = analyse(run)
    (benched,) = (event for event in told if isinstance(event, BotBenched))
    codes = [fault.code for game in games for fault in game.faults]
    assert codes == ["exited"] * 5 + [BENCHED] * (len(codes) - 5)
    assert benched.number == next(
        game.number for game in games for fault in game.faults if fault.code == BENCHED
    )
    assert benched.bot == "bot0"
    assert [game.number for event in told if isinstance(event, GamesRecorded) for game in event.games] == [
        *range(60)
    ]
    assert sum(isinstance(event, BotFailed) for event in told) == 5
    assert len(executor.played) > len(set(executor.played)) == 60
    line = next(line for line in standing.standings if line.bot == "bot0")
    assert (standing.faults, line.faults, line.benched) == (5, 5, line.games - 5)
    assert [one.bot for one in standing.benched] == ["bot0"]
    assert set(line.fault_codes) == {"exited"}


@pytest.fixture(scope="module")
def benched_plan():
    from msgspec.structs import replace

    bots = (bot("dicer"), bot("quitter"), bot("dicer"))
    return replace(real_plan(*bots, games=18, seats=3), bench_after=4)


@pytest.fixture(scope="module")
def benched_run(benched_plan, tmp_path_factory):
    folder = tmp_path_factory.mktemp("benched") / "run"
    played(folder, benched_plan)
    return folder


def test_a_real_run_is_the_same_with_any_number_of_workers(benched_plan, benched_run, tmp_path):
    played(tmp_path, benched_plan, workers=3, pin=False)
    with read(tmp_path) as run, read(benched_run) as one:
        assert results_sha256(run) == results_sha256(one)
        assert analyse(run).benched == (Benched("quitter", 4),)


def test_a_real_run_verifies(benched_run):
    with read(benched_run) as run:
        assert verify_run(run, lambda _: None).games == 18


def test_a_run_in_which_a_bot_should_have_sat_out_does_not_verify(benched_plan, tmp_path):
    from msgspec.structs import replace

    unbenched = replace(benched_plan, bench_after=0)
    played(tmp_path / "unbenched", unbenched)
    with read(tmp_path / "unbenched") as run:
        run.plan = benched_plan
        with pytest.raises(
            RunVerifyError, match=r"game 4 .*the seats that are benched should be \[\d\], but are \[\]"
        ):
            verify_run(run, lambda _: None)

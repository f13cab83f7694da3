import signal
from collections import deque
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor

import pytest

from referee.bots import HostFault
from referee.tournament.driver import LONGEST_SLICE, LOSSES, drive
from referee.tournament.happenings import GamesBegun, GamesRecorded, RunStarted, RunStopped
from referee.tournament.plan import Stop
from referee.tournament.progress import Progress
from referee.tournament.statistics import analyse
from referee.tournament.store import create, resume
from referee.tournament.worker import SliceResult, play_slice
from tests.tournament.factory import plan, record


def keep(_numbers, _future):
    return False


class MadeUp(Executor):
    """An executor that makes its games up, and keeps to no order: the newest slice is done first.

    `hook(numbers, future)` may settle a slice otherwise; it returns whether it did.
    """

    def __init__(self, of, hook=keep):
        self.of = of
        self.hook = hook
        self.slices = []
        self.out = deque()
        self.most_out = 0

    def submit(self, fn, /, part):
        assert fn is play_slice
        assert {bot for game in part.games for bot in game.bots} == set(part.bots)
        future = Future()
        self.slices.append([game.number for game in part.games])
        self.out.append((self.slices[-1], future))
        unfinished = [future for _, future in self.out if not future.done()]
        self.most_out = max(self.most_out, len(unfinished))
        if len(unfinished) >= 4 or self.at_end():
            self.settle()
        return future

    def at_end(self):
        return sum(map(len, self.slices)) >= self.of.games

    def settle(self):
        while self.out:
            numbers, future = self.out.pop()
            if future.cancelled() or self.hook(numbers, future):
                continue
            records = tuple(record(self.of, number) for number in numbers)
            future.set_result(
                SliceResult(records=records, void=(), seconds=0.001 * len(numbers), cpu_us={0: 7})
            )


class Prompt(MadeUp):
    """Settles each slice at once."""

    def at_end(self):
        return True


def reports():
    told, progress = [], Progress()

    def report(happening):
        progress.follow(happening)
        told.append((progress.games, progress.void, progress.faults))

    return told, report


@pytest.mark.parametrize("games", [1, 2, 7, 300])
def test_every_game_is_played_once_and_recorded(tmp_path, games):
    of = plan(games=games)
    told, report = reports()
    executor = MadeUp(of)
    with create(tmp_path, of) as run:
        outcome = drive(run, executor, workers=2, report=report)
        assert sorted(number for part in executor.slices for number in part) == list(range(games))
        assert [result.number for result in run.results()] == list(range(games))
    assert (outcome.games, outcome.planned, outcome.interrupted) == (games, games, False)
    assert told[0] == (0, 0, 0)
    assert told[-1] == (games, 0, 0)
    assert told == sorted(told)


def test_a_run_that_time_ends_has_whole_blocks_from_the_first_on(tmp_path, monkeypatch):
    of = plan(games=3000, stop=Stop(seconds=60))
    with create(tmp_path, of) as run:
        monkeypatch.setattr("referee.tournament.driver.time.monotonic", lambda: float(run.count()))
        outcome = drive(run, Prompt(of), workers=2, report=lambda _: None)
        played = outcome.games
        assert 60 <= played < 3000
        assert [result.number for result in run.results()] == list(range(played))
        assert played % of.seats == 0
        assert run.seconds() == played
        assert drive(run, Prompt(of), workers=2, report=lambda _: None).games == played
        assert drive(run, Prompt(of), workers=2, report=lambda _: None, longer=30).games >= played + 30


def test_blocks_that_an_interruption_cut_are_finished_though_time_is_up(tmp_path):
    of = plan(games=3000, stop=Stop(seconds=5))
    with create(tmp_path, of) as run:
        run.record([record(of, number) for number in (0, 4)])
        run.clock(5)
        drive(run, Prompt(of), workers=2, report=lambda _: None)
        assert [result.number for result in run.results()] == [0, 1, 2, 3, 4, 5]


def test_the_window_and_the_slices_are_bounded(tmp_path):
    of = plan(games=6000)
    executor = MadeUp(of)
    with create(tmp_path, of) as run:
        drive(run, executor, workers=2, report=lambda _: None)
    sizes = [len(part) for part in executor.slices]
    assert executor.most_out <= 4
    assert sizes[0] == 3
    assert LONGEST_SLICE >= max(sizes) > 100
    assert sizes[-4:] == [1, 1, 1, 1]
    assert all(size % 3 == 0 for size in sizes if size > 3)


def test_only_the_missing_games_are_played(tmp_path):
    of = plan(games=30)
    with create(tmp_path, of) as run:
        run.record([record(of, number) for number in (0, 3, 4, 29)])
    executor = MadeUp(of)
    with resume(tmp_path) as run:
        told, report = reports()
        executor.at_end = lambda: sum(map(len, executor.slices)) >= 26
        assert drive(run, executor, workers=2, report=report).games == 30
    assert told[0] == (4, 0, 0)
    assert sorted(number for part in executor.slices for number in part) == [
        number for number in range(30) if number not in (0, 3, 4, 29)
    ]


def test_a_run_that_is_complete_asks_for_nothing(tmp_path):
    of = plan(games=3)
    executor = MadeUp(of)
    with create(tmp_path, of) as run:
        run.record([record(of, number) for number in range(3)])
        told, report = reports()
        assert drive(run, executor, workers=2, report=report).games == 3
    assert (executor.slices, set(told)) == ([], {(3, 0, 0)})


def test_games_are_told_after_they_are_recorded_and_standings_before_the_end(tmp_path):
    of = plan(games=40)
    told = []
    with create(tmp_path, of) as run:

        def report(happening):
            told.append(happening)
            if isinstance(happening, GamesRecorded):
                assert run.count() == happening.recorded

        drive(run, MadeUp(of), workers=2, report=report)
        known = analyse(run)
    assert isinstance(told[0], RunStarted)
    assert told[0].workers == 2
    *_, standings, ended = told
    for told_line, line in zip(standings.bots, known.standings, strict=True):
        assert told_line.bot == line.bot
        assert (told_line.points, told_line.interval) == (
            pytest.approx(line.points),
            pytest.approx(line.ci95),
        )
    assert (ended.outcome, ended.results_sha256, ended.seed) == ("finished", known.results_sha256, "seed")


def test_what_is_handed_out_is_told_and_recorded_or_taken_back(tmp_path):
    of = plan(games=3000)
    begun, done = [], []

    def follow(happening):
        match happening:
            case GamesBegun():
                begun.extend(happening.games)
            case GamesRecorded():
                if not done:
                    signal.raise_signal(signal.SIGINT)
                done.extend(game.number for game in happening.games)
            case RunStopped():
                done.extend(happening.taken_back)

    with create(tmp_path, of) as run:
        drive(run, MadeUp(of), workers=2, report=follow)
    assert sorted(begun) == sorted(done)


def test_a_lost_slice_is_played_again_and_its_games_were_void(tmp_path):
    of = plan(games=12)
    lost = []

    def lose(numbers, future):
        if 5 in numbers and len(lost) < LOSSES - 1:
            lost.append(numbers)
            future.set_exception(BrokenExecutor("worker process 7 was ended by SIGKILL"))
            return True
        return False

    executor = MadeUp(of, lose)
    executor.at_end = lambda: True
    with create(tmp_path, of) as run:
        assert drive(run, executor, workers=1, report=lambda _: None).games == 12
        assert run.void() == sum(map(len, lost))
        assert len(lost) == LOSSES - 1


def test_a_slice_that_kills_its_workers_ends_the_run(tmp_path):
    of = plan(games=12)

    def lose(numbers, future):
        if 5 in numbers:
            future.set_exception(BrokenExecutor("worker process 7 was ended by SIGKILL"))
        return 5 in numbers

    executor = MadeUp(of, lose)
    executor.at_end = lambda: True
    with create(tmp_path, of) as run, pytest.raises(BrokenExecutor, match="SIGKILL"):
        drive(run, executor, workers=1, report=lambda _: None)
    assert executor.slices.count([3, 4, 5]) == LOSSES
    with resume(tmp_path) as run:
        assert [result.number for result in run.results()][:3] == [0, 1, 2]


def test_trouble_of_the_machine_ends_the_run_and_keeps_what_was_played(tmp_path):
    of = plan(games=12)

    def fail(numbers, future):
        if 5 in numbers:
            void = ((5, "no memory"),)
            future.set_result(SliceResult((record(of, 3), record(of, 4)), void, 0.1, {}, "no memory"))
        return 5 in numbers

    executor = MadeUp(of, fail)
    executor.at_end = lambda: True
    with create(tmp_path, of) as run:
        told = []
        with pytest.raises(HostFault, match="no memory"):
            drive(run, executor, workers=1, report=told.append)
        assert (told[-1].outcome, "no memory" in told[-1].why) == ("failed", True)
        assert [result.number for result in run.results()] == [0, 1, 2, 3, 4]
        assert run.void() == 1


def test_void_games_that_a_worker_reports_are_counted(tmp_path):
    of = plan(games=3)

    def void_first(numbers, future):
        records = tuple(record(of, number) for number in numbers)
        future.set_result(
            SliceResult(records=records, void=((numbers[0], "no memory"),), seconds=0.1, cpu_us={})
        )
        return True

    executor = MadeUp(of, void_first)
    executor.at_end = lambda: True
    told, report = reports()
    with create(tmp_path, of) as run:
        drive(run, executor, workers=1, report=report)
        assert run.void() == len(executor.slices)
    assert told[-1][1] == len(executor.slices)


def test_ctrl_c_takes_back_what_has_not_begun_and_records_the_rest(tmp_path):
    of = plan(games=3000)
    executor = MadeUp(of)
    before = signal.getsignal(signal.SIGINT)
    told = []

    def interrupt(happening):
        if isinstance(happening, GamesRecorded):
            told.append(happening.recorded)
            if len(told) == 3:
                signal.raise_signal(signal.SIGINT)

    with create(tmp_path, of) as run:
        outcome = drive(run, executor, workers=2, report=interrupt)
        assert outcome.interrupted
        assert outcome.games == run.count() == told[-1]
        assert told[2] <= outcome.games < 3000
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_again_raises(tmp_path):
    of = plan(games=3000)
    before = signal.getsignal(signal.SIGINT)
    told = []

    def interrupt(happening):
        told.append(happening)
        if isinstance(happening, GamesRecorded):
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)

    with create(tmp_path, of) as run, pytest.raises(KeyboardInterrupt):
        drive(run, MadeUp(of), workers=2, report=interrupt)
    assert (told[-1].outcome, told[-1].why) == ("interrupted", "games in progress were broken off")
    assert told[-1].results_sha256 is told[-1].seed is None
    assert signal.getsignal(signal.SIGINT) is before


def test_it_may_run_beside_the_main_thread(tmp_path):
    of = plan(games=30)

    def run_it():
        with create(tmp_path, of) as run:
            return drive(run, MadeUp(of), workers=2, report=lambda _: None)

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(run_it).result().games == 30

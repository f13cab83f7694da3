"""Plays what a run's plan still lacks, on any executor of `concurrent.futures`, and records it."""

import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from itertools import islice
from pathlib import Path
from typing import Self

from msgspec import Struct

from referee.bots import BotCommand
from referee.tournament.executor import LocalExecutor
from referee.tournament.plan import Plan
from referee.tournament.schedule import spec
from referee.tournament.standings import Standing, Tally
from referee.tournament.store import RunWriter
from referee.tournament.worker import Slice, SliceResult, play_slice

SLICE_S = 0.5
"""How long a slice should take, in seconds: long against its overhead, short for whoever watches."""

LONGEST_SLICE = 256
"""Games in a slice, at most."""

LOSSES = 3
"""How many workers a slice may cost before it is taken to be the cause."""

GLANCE_S = 0.25
"""How long it takes at most to notice Ctrl-C, in seconds."""


class Progress(Struct, frozen=True):
    """How far a run has come: games recorded of those planned, games void, faults of bots."""

    games: int
    planned: int
    void: int
    faults: int
    tally: Tally

    def standings(self) -> tuple[Standing, ...]:
        """Return the table as it stands, without times."""
        return self.tally.standings()


class Outcome(Struct, frozen=True):
    """What became of a run: games recorded of those planned, and whether Ctrl-C ended it early."""

    games: int
    planned: int
    interrupted: bool


Report = Callable[[Progress], None]
"""Is told of the progress at the start and whenever games have been recorded."""


def usable_cores() -> list[int]:
    """Return the numbers of the processor cores that this process may use."""
    return sorted(os.sched_getaffinity(0))


def play(run: RunWriter, *, workers: int, pin: bool, report: Report) -> Outcome:
    """Play what is missing of a run in worker processes on this machine, each pinned to a core if told so.

    The first Ctrl-C lets the games in progress end. The second breaks them off and raises KeyboardInterrupt.
    Raises HostFault, StoreError, WorkerLost (a slice that kills its workers), or whatever is our own mistake.
    """
    with LocalExecutor(workers, usable_cores() if pin else ()) as executor:
        try:
            return drive(run, executor, workers=workers, report=report)
        except BaseException:
            executor.kill()
            raise


def drive(run: RunWriter, executor: Executor, *, workers: int, report: Report) -> Outcome:
    """Play what is missing of a run on an executor that has so many workers. As `play`, but kills nobody."""
    with _Interrupts() as interrupts:
        drive = _Drive(run, executor, workers, report)
        drive.tell()
        while drive.refill(stop=bool(interrupts.count)):
            drive.collect()
    return Outcome(games=drive.tally.games, planned=run.plan.games, interrupted=bool(interrupts.count))


class _Interrupts:
    """Counts Ctrl-C instead of raising KeyboardInterrupt in the middle of things, until the second one."""

    count = 0

    def __enter__(self) -> Self:
        self._ours = threading.current_thread() is threading.main_thread()
        if self._ours:
            self._before = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *error: object) -> None:
        if self._ours:
            signal.signal(signal.SIGINT, self._before)

    def _interrupt(self, *_signal: object) -> None:
        self.count += 1
        if self.count > 1:
            raise KeyboardInterrupt


class _Drive:
    """A run in progress: a bounded window of slices that are out, each forgotten once it is recorded."""

    def __init__(self, run: RunWriter, executor: Executor, workers: int, report: Report) -> None:
        self._run = run
        self._executor = executor
        self._report = report
        self._workers = workers
        self._missing: Iterator[int] = run.missing()
        self._left = run.plan.games - run.count()
        self._void = run.void()
        self._seconds_a_game = SLICE_S / run.plan.seats
        self._out: dict[Future[SliceResult], tuple[int, ...]] = {}
        self._lost: Counter[tuple[int, ...]] = Counter()
        self.tally = Tally(run.plan)
        for result in run.results():
            self.tally.add(result)

    def tell(self) -> None:
        """Report the progress."""
        plan, tally = self._run.plan, self.tally
        self._report(Progress(tally.games, plan.games, self._void, tally.faults, tally))

    def refill(self, *, stop: bool) -> bool:
        """Fill the window, or take back from it what has not begun. Returns whether anything is out."""
        if stop:
            for future in [future for future in self._out if future.cancel()]:
                del self._out[future]
        while not stop and len(self._out) < 2 * self._workers and (games := self._next()):
            self._submit(games)
        return bool(self._out)

    def _next(self) -> tuple[int, ...]:
        """Take the next games: a number that suits the pace, whole blocks if possible, few near the end."""
        size = min(int(SLICE_S / self._seconds_a_game), LONGEST_SLICE, self._left // (2 * self._workers))
        size -= size % self._run.plan.seats if size > self._run.plan.seats else 0
        games = tuple(islice(self._missing, max(1, size)))
        self._left -= len(games)
        return games

    def _submit(self, games: tuple[int, ...]) -> None:
        part = slice_of(self._run.plan, games, self._run.stderr)
        self._out[self._executor.submit(play_slice, part)] = games

    def collect(self) -> None:
        """Wait a little for slices to come back, record them, and send out again those whose worker died.

        What was played is recorded before any trouble with other slices is raised.
        """
        done, _ = wait(self._out, timeout=GLANCE_S, return_when=FIRST_COMPLETED)
        for future in sorted(done, key=lambda future: future.exception() is not None):
            games = self._out.pop(future)
            try:
                result = future.result()
            except BrokenExecutor as error:
                self._again(games, error)
            else:
                self._record(result)
        if done:
            self.tell()

    def _record(self, result: SliceResult) -> None:
        for record in self._run.record(result.records, result.void):
            self.tally.add(record)
        self._void += len(result.void)
        self._seconds_a_game = max(result.seconds / len(result.records), 1e-6)

    def _again(self, games: tuple[int, ...], error: BrokenExecutor) -> None:
        self._lost[games] += 1
        if self._lost[games] == LOSSES:
            raise error
        self._run.record((), [(number, str(error)) for number in games])
        self._void += len(games)
        self._submit(games)


def slice_of(plan: Plan, games: Iterable[int], stderr: Path) -> Slice:
    """Return games of a plan as a worker takes them; `stderr` is the folder for the bots' standard error."""
    specs = tuple(spec(plan, number) for number in games)
    return Slice(
        games=specs,
        bots={bot: _command(plan, bot) for game in specs for bot in game.bots},
        fresh=plan.fresh,
        stderr=str(stderr),
    )


def _command(plan: Plan, bot: int) -> BotCommand:
    entry = plan.bots[bot]
    return BotCommand(name=entry.name, argv=entry.argv, folder=entry.folder, sha256=entry.sha256)

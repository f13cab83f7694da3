"""Plays what a run's plan still lacks, on any executor of `concurrent.futures`, and records it.

Games come back in any order and are recorded in that of the plan, so that whatever is decided on the way (who
is benched, whether it is enough) follows from the plan and the answers alone.
"""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from itertools import chain, islice
from math import inf

from msgspec import Struct

from referee.bots import HostFault
from referee.match import GameRecord
from referee.tournament.benching import Benching, InTurn
from referee.tournament.chronicle import Chronicle, Report
from referee.tournament.cpus import usable_cpus
from referee.tournament.executor import LocalExecutor
from referee.tournament.export import results_sha256
from referee.tournament.finalists import decide
from referee.tournament.interrupts import Interrupts
from referee.tournament.lookout import Lookout
from referee.tournament.plan import bot_command
from referee.tournament.schedule import spec
from referee.tournament.spans import block_of
from referee.tournament.store import RunWriter
from referee.tournament.worker import Slice, SliceResult, play_slice

SLICE_S = 0.5
"""How long a slice should take, in seconds: long against its overhead, short for whoever watches."""

LONGEST_SLICE = 256
"""Games in a slice, at most."""

LOSSES = 3
"""How many workers a slice may cost before it is taken to be the cause."""

MOST_HELD = 1_000
"""Games that wait for one before them, beyond which no more are handed out: each takes some 50 KB of memory."""

GLANCE_S = 0.25
"""How long it takes at most to notice Ctrl-C, in seconds."""


class Outcome(Struct, frozen=True):
    """What became of a run: games recorded of those planned, whether Ctrl-C ended it early, or its rule did."""

    games: int
    planned: int
    interrupted: bool
    decided: bool = False


def play(run: RunWriter, *, workers: int, pin: bool, report: Report, longer: float | None = None) -> Outcome:
    """Play what is missing of a run in worker processes on this machine, each pinned to a core if told so.

    Where the plan has a time, that ends the run, after `longer` seconds from now or when it has been played for as
    long as planned; blocks that have begun by then are played to their end. The first Ctrl-C lets the games in
    progress end. The second breaks them off and raises KeyboardInterrupt.
    Raises HostFault, StoreError, WorkerLost (a slice that kills its workers), or whatever is our own mistake.
    """
    with LocalExecutor(workers, usable_cpus().cores if pin else ()) as executor:
        try:
            outcome = drive(run, executor, workers=workers, report=report, longer=longer)
        except BaseException:
            executor.kill()
            raise
        if outcome.decided:
            executor.kill()
        return outcome


def drive(
    run: RunWriter, executor: Executor, *, workers: int, report: Report, longer: float | None = None
) -> Outcome:
    """Play what is missing of a run on an executor that has so many workers. As `play`, but kills nobody."""
    chronicle, clock = Chronicle(run.plan, report), _Clock(run, longer)
    with Interrupts() as interrupts:
        chronicle.begin(run, workers, clock.left_s())
        try:
            while True:
                drive = _Drive(run, executor, workers, chronicle, clock)
                while drive.refill(stop=bool(interrupts.count)):
                    drive.collect()
                if interrupts.count or not decide(run):
                    break
                chronicle.goes_on(run.plan)
            all_played = chronicle.tally.games == run.plan.games
            finished = drive.decided or all_played or not interrupts.count
            chronicle.end(results_sha256(run), finished=finished)
        except BaseException as error:
            chronicle.broken_off(error)
            raise
    return Outcome(
        games=chronicle.tally.games,
        planned=run.plan.games,
        interrupted=bool(interrupts.count) and not drive.decided,
        decided=drive.decided,
    )


class _Clock:
    """How long a run has been played, and whether its time is up."""

    def __init__(self, run: RunWriter, longer: float | None) -> None:
        self._run = run
        self._before = run.seconds() - time.monotonic()
        planned = run.plan.stop.seconds
        self._end = inf if planned is None else planned if longer is None else run.seconds() + longer

    def note(self) -> None:
        """Keep the time in the run."""
        self._run.clock(self._before + time.monotonic())

    def left_s(self) -> float | None:
        """Return the seconds until time is up, None where there is no end to it."""
        left = self._end - self._before - time.monotonic()
        return None if left == inf else max(0.0, left)


class _Drive:
    """A run in progress: a bounded window of slices that are out, each forgotten once it is recorded."""

    def __init__(
        self, run: RunWriter, executor: Executor, workers: int, chronicle: Chronicle, clock: _Clock
    ) -> None:
        self._run = run
        self._executor = executor
        self._chronicle = chronicle
        self._workers = workers
        self._clock = clock
        self._missing = self._due()
        self._left = run.plan.games - run.count()
        self._seconds_a_game = SLICE_S / run.plan.seats
        self._out: dict[Future[SliceResult], tuple[int, ...]] = {}
        self._lost: Counter[tuple[int, ...]] = Counter()
        self._stopped = False
        self._in_turn: InTurn[GameRecord] = InTurn(run.plan, run.results())
        self._lookout = Lookout(run)

    def _due(self) -> Iterator[int]:
        """Yield the games that are missing; when time is up, those of blocks that have begun."""
        plan, last = self._run.plan, max(self._run.numbers(), default=None)
        begun = -1 if last is None else block_of(plan, last)
        for number in self._run.missing():
            block = block_of(plan, number)
            if block > begun and self._clock.left_s() == 0:
                return
            begun = max(begun, block)
            yield number

    @property
    def decided(self) -> bool:
        """Whether the rule of the run is fulfilled."""
        return self._lookout.decided

    def refill(self, *, stop: bool) -> bool:
        """Fill the window, or take back from it what has not begun. Returns whether anything is out that counts."""
        if self.decided:
            return False
        if stop and not self._stopped:
            self._stop()
        while not stop and self._has_room() and (games := self._next()):
            self._submit(games)
        return bool(self._out)

    def _has_room(self) -> bool:
        return len(self._out) < 2 * self._workers and self._in_turn.held < MOST_HELD

    def _stop(self) -> None:
        self._stopped = True
        cancelled = [future for future in self._out if future.cancel()]
        games = [number for future in cancelled for number in self._out.pop(future)]
        self._chronicle.stopped("interrupted", games)

    def _drop(self) -> None:
        """Let go of all that is out: the rule of the run is fulfilled."""
        self._stopped = True
        for future in self._out:
            future.cancel()
        games = [number for games in self._out.values() for number in games]
        self._out.clear()
        self._chronicle.stopped("decided", games)

    def _next(self) -> tuple[int, ...]:
        """Take the next games: a number that suits the pace, whole blocks if possible, few near the end."""
        size = min(int(SLICE_S / self._seconds_a_game), LONGEST_SLICE, self._left // (2 * self._workers))
        size -= size % self._run.plan.seats if size > self._run.plan.seats else 0
        games = tuple(islice(self._missing, max(1, size)))
        self._left -= len(games)
        return games

    def _submit(self, games: tuple[int, ...]) -> None:
        part = slice_of(self._run, games, self._in_turn.benching)
        self._chronicle.begun(games)
        self._out[self._executor.submit(play_slice, part)] = games

    def collect(self) -> None:
        """Wait a little for slices to come back, record them, and send out again those whose worker died.

        What was played is recorded before any trouble with other slices is raised.
        """
        done, _ = wait(self._out, timeout=GLANCE_S, return_when=FIRST_COMPLETED)
        trouble = ""
        for future in sorted(done, key=lambda future: future.exception() is not None):
            if self.decided:
                break
            games = self._out.pop(future)
            try:
                result = future.result()
            except BrokenExecutor as error:
                self._again(games, error)
            else:
                self._record(result)
                trouble = trouble or result.trouble
        self._chronicle.glance()
        if trouble and not self.decided:
            raise HostFault(trouble)

    def _record(self, result: SliceResult) -> None:
        ready, dropped = self._in_turn.take(result.records)
        fresh = self._run.record(self._lookout.release(ready), result.void, result.cpu_us)
        self._clock.note()
        self._chronicle.recorded(fresh, result.void)
        self._missing = chain(dropped, self._missing)
        self._left += len(dropped)
        self._seconds_a_game = max(result.seconds / max(1, len(result.records)), 1e-6)
        if self.decided:
            self._drop()

    def _again(self, games: tuple[int, ...], error: BrokenExecutor) -> None:
        self._lost[games] += 1
        if self._lost[games] == LOSSES:
            raise error
        void = [(number, str(error)) for number in games]
        self._run.record((), void)
        self._chronicle.recorded((), void)
        if not self._stopped:
            self._submit(games)


def slice_of(run: RunWriter, games: Iterable[int], benching: Benching) -> Slice:
    """Return games of a run's plan as a worker takes them."""
    plan = run.plan
    specs = tuple(benching.seated(spec(plan, number)) for number in games)
    return Slice(
        games=specs,
        bots={bot: bot_command(plan.bots[bot]) for game in specs for bot in game.bots},
        sandbox=plan.sandbox,
        fresh=plan.fresh,
        stderr=str(run.stderr),
        traces={bot: str(folder) for bot, folder in run.traces.items()},
    )

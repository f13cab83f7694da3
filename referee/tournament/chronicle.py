"""Tells what happens in a run, be it played here or followed from elsewhere, and keeps its standings."""

import time
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from referee import __version__
from referee.match import GameRecord
from referee.tournament import happenings, plan
from referee.tournament.benching import BENCHED
from referee.tournament.happenings import Happening
from referee.tournament.plan import Plan
from referee.tournament.schedule import spec
from referee.tournament.standings import Tally, half_points
from referee.tournament.store import GameResult, RunReader

SNAPSHOT_S = 1.0
"""Standings are told so many seconds apart, at least, and at the end."""

Report = Callable[[Happening], None]
"""Is told of everything that happens, in order."""

Clock = Callable[[], float]
"""Returns seconds that never go backwards."""


class Chronicle:
    """The story of one run, from `begin` to `end` or `broken_off`."""

    def __init__(self, plan: Plan, report: Report, clock: Clock = time.monotonic) -> None:
        self._plan = plan
        self._report = report
        self._clock = clock
        self._began = clock()
        self._shown: tuple[int, float] = (-1, 0.0)
        self.tally = Tally(plan)
        self.void = 0
        self._benched: list[str] = []

    def begin(self, run: RunReader, workers: int | None, left_s: float | None = None) -> None:
        """Tell what is going to be played, by so many workers for so many seconds, and what is recorded already."""
        for result in run.results():
            self.tally.add(result)
            self._benched += self._newly_benched(result)
        self.void = run.void()
        self._began = self._clock()
        self._report(self._opening(run.folder, workers, left_s))
        self._tell_standings()

    def goes_on(self, plan: Plan) -> None:
        """Take note of a plan in which more is known: who reaches the final."""
        self._plan = plan

    def _opening(self, folder: Path, workers: int | None, left_s: float | None) -> happenings.RunStarted:
        of = self._plan
        return happenings.RunStarted(
            elapsed_ms=0,
            format="citadels-events",
            version=1,
            referee=__version__,
            began=datetime.now(UTC).isoformat(timespec="milliseconds"),
            folder=str(folder),
            workers=workers,
            plan_sha256=plan.digest(of),
            commitment=plan.commitment(of),
            planned=of.limit,
            left_ms=None if left_s is None else int(left_s * 1000),
            recorded=self.tally.games,
            void=self.void,
            faults=self.tally.faults,
            seats=of.seats,
            clock=of.clock,
            on_fault=of.on_fault,
            bench_after=of.bench_after,
            fresh=of.fresh,
            sandbox=of.sandbox,
            benched=tuple(self._benched),
            bots=tuple(happenings.Entry(bot.name, bot.sha256) for bot in of.bots),
        )

    def begun(self, games: Sequence[int]) -> None:
        """Tell that games were handed out."""
        bots = sorted({bot for number in games for bot in spec(self._plan, number).bots})
        names = tuple(self._plan.bots[bot].name for bot in bots)
        self._report(happenings.GamesBegun(self._elapsed_ms(), tuple(games), names))

    def recorded(
        self, games: Sequence[GameRecord | GameResult], void: Iterable[tuple[int, str]] = ()
    ) -> None:
        """Tell of games that were recorded, and of the numbers and reasons of void ones."""
        now = self._elapsed_ms()
        for number, why in void:
            self.void += 1
            self._report(happenings.GameVoid(now, number, why))
        for game in games:
            self.tally.add(game)
        if games:
            played = tuple(map(self._played, games))
            self._report(happenings.GamesRecorded(now, self.tally.games, played))
        for game in games:
            for bot in self._newly_benched(game):
                self._benched.append(bot)
                self._report(happenings.BotBenched(now, game.number, bot))
            for fault in game.faults:
                if fault.code == BENCHED:
                    continue
                bot = self._plan.bots[game.bots[fault.seat]].name
                told = happenings.BotFailed(
                    now, game.number, fault.seat, bot, fault.code, fault.request, fault.detail
                )
                self._report(told)

    def _newly_benched(self, game: GameRecord | GameResult) -> list[str]:
        names = (
            self._plan.bots[game.bots[fault.seat]].name for fault in game.faults if fault.code == BENCHED
        )
        return [name for name in names if name not in self._benched]

    def _played(self, game: GameRecord | GameResult) -> happenings.GamePlayed:
        whole = 2 * (len(game.ranks) - 1)
        return happenings.GamePlayed(
            number=game.number,
            game=game.id,
            bots=tuple(self._plan.bots[bot].name for bot in game.bots),
            ranks=game.ranks,
            points=tuple(half_points(game.ranks, seat) / whole for seat in range(len(game.ranks))),
            totals=tuple(score.total for score in game.scores),
            rounds=game.rounds,
            decisions=game.decisions,
        )

    def glance(self) -> None:
        """Tell the standings if they have changed and it is time to."""
        recorded, when = self._shown
        if recorded != self.tally.games and self._clock() - when >= SNAPSHOT_S:
            self._tell_standings()

    def _tell_standings(self) -> None:
        self._shown = self.tally.games, self._clock()
        lines = tuple(
            happenings.Line(
                bot=line.bot,
                games=line.games,
                points=line.points,
                interval=line.ci95,
                wins=line.wins,
                mean_score=line.mean_score,
                faults=line.faults,
                benched=line.benched,
            )
            for line in self.tally.standings()
        )
        self._report(happenings.Standings(self._elapsed_ms(), self.tally.games, lines))

    def stopped(self, why: Literal["interrupted", "decided"], taken_back: Iterable[int]) -> None:
        """Tell that no more games are begun, and which were handed out too early."""
        self._report(happenings.RunStopped(self._elapsed_ms(), why, tuple(sorted(taken_back))))

    def end(self, results_sha256: str, *, finished: bool) -> None:
        """Tell the last standings and that the run has ended, finished or not."""
        if self._shown[0] != self.tally.games:
            self._tell_standings()
        self._end("finished" if finished else "interrupted", results_sha256, None)

    def broken_off(self, error: BaseException) -> None:
        """Tell that games in progress were broken off: by Ctrl-C, or because something failed here."""
        if isinstance(error, KeyboardInterrupt):
            self._end("interrupted", None, "games in progress were broken off")
        else:
            self._end("failed", None, str(error) or type(error).__name__)

    def _end(
        self,
        outcome: Literal["finished", "interrupted", "failed"],
        results_sha256: str | None,
        why: str | None,
    ) -> None:
        self._report(
            happenings.RunEnded(
                elapsed_ms=self._elapsed_ms(),
                outcome=outcome,
                recorded=self.tally.games,
                planned=self._plan.limit,
                void=self.void,
                faults=self.tally.faults,
                results_sha256=results_sha256,
                seed=plan.secret(self._plan) if outcome == "finished" else None,
                why=why,
            )
        )

    def _elapsed_ms(self) -> int:
        return int((self._clock() - self._began) * 1000)

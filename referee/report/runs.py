"""The page of a run: its statistics, its bots, and the viewer with games of it."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from referee.match import Replay, VerifyError, read_replay
from referee.report import plots
from referee.report.facts import facts, finished
from referee.report.film import film
from referee.report.index import Index, Listed, card_tables, listed
from referee.report.page import PackedFilm, pack, render
from referee.report.selection import Appearance, Highlights, highlights, selected
from referee.report.wording import counted
from referee.tournament.plan import PlannedBot
from referee.tournament.schedule import setup
from referee.tournament.spans import block_of
from referee.tournament.statistics import analyse
from referee.tournament.statistics.results import Analysis, Standing
from referee.tournament.store import RunReader
from referee.tournament.verify import RunVerifyError

Progress = Callable[[int, int], None]
"""Is told how many games of how many are prepared."""


class Link(Struct, frozen=True):
    """A game of a bot in its portrait; `step` is where the viewer opens it, None where the page has not got it."""

    seen: Appearance
    step: int | None


class Portrait(Struct, frozen=True):
    """A bot's own section."""

    line: Standing
    bot: PlannedBot
    best: tuple[Link, ...]
    worst: tuple[Link, ...]
    faulty: tuple[Link, ...]
    failed: int


def run_page(run: RunReader, most: int | None, progress: Progress) -> Iterator[str]:
    """Yield the text of the page, with at most `most` games to look at (None: all of them).

    Raises RunVerifyError when a recorded game does not follow the rules, StoreError when one is damaged.
    """
    analysis = analyse(run)
    games = [listed(result) for result in run.results()]
    shown = highlights(games, len(run.plan.bots))
    chosen = selected(games, shown, most)
    names = tuple(bot.name for bot in run.plan.bots)
    extent = f"{len(names)} bots, {counted(analysis.recorded, 'game')} of Citadels"
    return render(
        "report.html.j2",
        title=run.plan.name or extent,
        extent=extent,
        analysis=analysis,
        rivals=_rivals(analysis),
        tinted=_every_other_tier(analysis),
        fault_codes=sorted({code for line in analysis.standings for code in line.fault_codes}),
        plots=plots,
        finished=finished(analysis),
        facts=facts(run.plan, analysis, games),
        portraits=_portraits(run, analysis, shown, frozenset(game.number for game in chosen)),
        recorded=len(games),
        games=Index(names, chosen),
        films=_Films(run, chosen, progress),
        cards=card_tables(setup(run.plan, block_of(run.plan, game.number)) for game in chosen),
    )


def _rivals(analysis: Analysis) -> list[str] | None:
    """Return the bots that the leader is not separated from, None where that cannot be told."""
    leader = analysis.standings[0].bot
    pairs = [pair for pair in analysis.pairs if leader in (pair.first, pair.second)]
    if all(pair.band is None for pair in pairs):
        return None
    return [pair.second if pair.first == leader else pair.first for pair in pairs if not pair.separated]


def _every_other_tier(analysis: Analysis) -> frozenset[str]:
    """Return the tiers whose lines are tinted."""
    tiers = list(dict.fromkeys(line.tier for line in analysis.standings))
    return frozenset(tiers[1::2])


class _Films:
    """The films of games, each made when its turn comes, so that they are never in memory together."""

    def __init__(self, run: RunReader, games: Sequence[Listed], progress: Progress) -> None:
        self._run = run
        self._games = games
        self._progress = progress

    def __len__(self) -> int:
        return len(self._games)

    def __iter__(self) -> Iterator[PackedFilm]:
        for done, game in enumerate(self._games, 1):
            yield self._packed(game)
            self._progress(done, len(self._games))

    def _packed(self, game: Listed) -> PackedFilm:
        names = [self._run.plan.bots[bot].name for bot in game.bots]
        try:
            return pack(film(_replay(self._run, game), names))
        except VerifyError as error:
            raise RunVerifyError(game.id, game.number, error.step, error.sentence) from error


def _replay(run: RunReader, game: Listed) -> Replay:
    return read_replay(run.replay(game.number))


def _portraits(
    run: RunReader, analysis: Analysis, shown: Sequence[Highlights], there: frozenset[int]
) -> list[Portrait]:
    def link(seen: Appearance) -> Link:
        return Link(seen, 0 if seen.game.number in there else None)

    def faulty(seen: Appearance) -> Link:
        return Link(seen, _failed_at(run, seen) if seen.game.number in there else None)

    return [
        Portrait(
            line,
            run.plan.bots[line.entry],
            tuple(map(link, shown[line.entry].best)),
            tuple(map(link, shown[line.entry].worst)),
            tuple(map(faulty, shown[line.entry].faulty)),
            shown[line.entry].failed,
        )
        for line in analysis.standings
    ]


def _failed_at(run: RunReader, seen: Appearance) -> int:
    """Return the first step in which a failed seat was played on."""
    steps = _replay(run, seen.game).steps
    return next((number for number, step in enumerate(steps, 1) if step.forced and step.seat == seen.seat), 0)

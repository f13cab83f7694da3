"""Who reaches the final: it follows from the games of the pods."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from referee.tournament.draws import Draws
from referee.tournament.plan import Plan, undecided
from referee.tournament.played import Ranked
from referee.tournament.spans import spans
from referee.tournament.stages import Entrants, Final, entrants
from referee.tournament.standings import half_points
from referee.tournament.store import RunWriter


def decide(run: RunWriter) -> bool:
    """Write into the plan of a run who reaches the final, if that is due. Returns whether it was."""
    final = undecided(run.plan)
    if final is None or next(run.missing(), None) is not None:
        return False
    stage = replace(final, bots=finalists(run.plan, run.results()))
    run.amend(replace(run.plan, stages=(*run.plan.stages[:-1], stage)))
    return True


def finalists(plan: Plan, results: Iterable[Ranked]) -> Entrants:
    """Return who reaches the final, ascending: the best of each pod by points, then by score, then by lot.

    `results` must have all games of the pods, in any order.
    """
    units: dict[int, int] = defaultdict(int)
    scores: dict[int, int] = defaultdict(int)
    games: dict[int, int] = defaultdict(int)
    *pods, final = spans(plan)
    assert isinstance(final.stage, Final), "a plan with pods ends with a final"
    for result in results:
        if result.number < final.games.start:
            for seat, bot in enumerate(result.bots):
                units[bot] += half_points(result.ranks, seat)
                scores[bot] += result.scores[seat].total
                games[bot] += 1
    lots = Draws(plan.seed, "lots").shuffled(list(range(len(plan.bots))))
    best: list[int] = []
    for pod in pods:
        best += sorted(
            entrants(pod.stage),
            key=lambda bot: (
                -Fraction(units[bot], games[bot]),
                -Fraction(scores[bot], games[bot]),
                lots[bot],
            ),
        )[: final.stage.advance]
    return tuple(sorted(best))

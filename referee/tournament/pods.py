"""Large fields: groups drawn by the seed, and a final of the best of each."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from referee.tournament.draws import Draws
from referee.tournament.plan import PlanningError
from referee.tournament.stages import Entrants, Final, RoundRobin, Stage


def default_pods(bots: int, seats: int) -> int:
    """Return in how many pods bots are drawn unless somebody says so: of about twice as many as sit at a table."""
    return max(2, round(bots / (2 * seats)))


def default_advance(pods: int, seats: int) -> int:
    """Return how many of each pod reach the final unless somebody says so: enough for a table."""
    return -(-seats // pods)


def draw_pods(authors: Sequence[object], pods: int, seed: str) -> tuple[Entrants, ...]:
    """Return the bots of each pod, as many in each as can be; bots of one author are spread over the pods."""
    draws = Draws(seed, "pods")
    groups: dict[object, list[int]] = defaultdict(list)
    for bot, author in enumerate(authors):
        groups[author].append(bot)
    order = [bot for group in draws.shuffled(list(groups.values())) for bot in draws.shuffled(group)]
    return tuple(tuple(sorted(order[pod::pods])) for pod in range(pods))


def pod_stages(
    pods: Sequence[Entrants], *, games: int, final_games: int, advance: int, seats: int
) -> tuple[Stage, ...]:
    """Return the stages: the games go to the pods by their size, in whole blocks."""
    bots = sum(map(len, pods))
    stages: list[Stage] = []
    start = 0
    for pod in pods:
        share = seats * max(1, round(Fraction(games * len(pod), bots * seats)))
        stages.append(RoundRobin(start=start, games=share, bots=pod))
        start += share
    return (*stages, Final(start=start, games=final_games, advance=advance))


def check_pods(pods: Sequence[Entrants], authors: Sequence[object], advance: int, seats: int) -> None:
    """Raise PlanningError where a pod, or the final whoever reaches it, would lack bots for a table."""
    smallest = min(map(len, pods))
    if smallest < seats:
        raise PlanningError(
            f"{len(pods)} pods of {smallest} bots are too small for tables of {seats}: take fewer pods"
        )
    if not 0 < advance < smallest:
        raise PlanningError(f"{advance} of each pod cannot advance where a pod has {smallest} bots")
    if len(pods) * advance < seats:
        raise PlanningError(
            f"{len(pods)} pods send {len(pods) * advance} bots into a final of {seats}: let more advance"
        )
    if min(len({authors[bot] for bot in pod}) for pod in pods) < seats:
        raise PlanningError(
            f"a pod has bots of fewer authors than {seats}, who are to be kept apart: take fewer pods"
        )
    if _fewest_authors(pods, authors, advance) < seats:
        raise PlanningError(f"too few authors might reach the final to keep them apart at {seats} seats")


def _fewest_authors(pods: Sequence[Entrants], authors: Sequence[object], advance: int) -> int:
    """Return a number of authors that bots in the final have at least."""
    most: Counter[object] = Counter()
    for pod in pods:
        for author, bots in Counter(authors[bot] for bot in pod).items():
            most[author] += min(advance, bots)
    reached = accumulate(count for _, count in most.most_common())
    return next(number for number, bots in enumerate(reached, 1) if bots >= len(pods) * advance)

"""The table: one line for each bot, best first."""

from collections import Counter
from collections.abc import Sequence
from math import log

import numpy as np
from scipy.special import stdtrit

from referee.tournament.benching import BENCHED
from referee.tournament.statistics import bands, plackett_luce
from referee.tournament.statistics.bands import Differences
from referee.tournament.statistics.estimates import (
    FEW_BLOCKS,
    FEWEST_BLOCKS,
    NO_GAMES,
    interval,
    mean_estimate,
    reported,
)
from referee.tournament.statistics.games import Bools, Floats, Games, Ints
from referee.tournament.statistics.plackett_luce import Fit
from referee.tournament.statistics.results import Estimate, Rating, Scores, SeatPoints, Standing

CENTRE = 1500
ELO = 400 / log(10)
"""Points of rating in a unit of log-strength."""

PRIOR_ONLY = "never finished behind, or never ahead of, the others: the prior alone sets the gap to them"


def order(games: Games) -> list[int]:
    """Return the bots by points, then mean score, then index; bots without games come last."""
    sums, counts = games.by_bot
    taken = counts.sum(axis=0)
    points = np.where(taken > 0, sums.sum(axis=0) / np.maximum(taken, 1), -1)
    totals = np.bincount(games.bots.ravel(), weights=games.totals.ravel(), minlength=games.entries)
    score = totals / np.maximum(taken, 1)
    return sorted(
        range(games.entries), key=lambda bot: (-round(float(points[bot]), 12), -float(score[bot]), bot)
    )


def standings(
    games: Games,
    names: Sequence[str],
    pairs: Differences,
    critical: float | None,
    ratings: Sequence[Rating],
    faults: Sequence[Counter[str]],
) -> tuple[Standing, ...]:
    """Return the table; `ratings` and `faults` (by code) are those of each bot."""
    better = bands.beats(pairs, critical, games.entries)
    ranked = order(games)
    ranges = bands.rank_ranges(better)
    letters = bands.tiers(better, ranked)
    return tuple(
        _standing(games, names[bot], bot, place, ranges[bot], letters[bot], ratings[bot], faults[bot])
        for place, bot in enumerate(ranked, 1)
    )


def _standing(
    games: Games,
    name: str,
    bot: int,
    place: int,
    rank_range: tuple[int, int],
    tier: str,
    rating: Rating,
    faults: Counter[str],
) -> Standing:
    sums, counts = games.by_bot
    points = mean_estimate(sums[:, bot], counts[:, bot])
    mine = games.bots == bot
    failures = {code: number for code, number in sorted(faults.items()) if code != BENCHED}
    ranks = games.ranks[mine]
    totals = games.totals[mine]
    return Standing(
        bot=name,
        games=int(mine.any(axis=1).sum()),
        points=points.value,
        ci95=points.ci95,
        wins=int((ranks == 1).sum()),
        mean_score=reported(totals.mean()) if len(totals) else None,
        faults=sum(failures.values()),
        entry=bot,
        blocks=int((counts[:, bot] > 0).sum()),
        se=points.se,
        df=points.df,
        reason=points.reason,
        rank=place,
        rank_range=rank_range,
        tier=tier,
        win_rate=_over_blocks(games, mine, games.ranks == 1),
        mean_rank=reported(ranks.mean()) if len(ranks) else None,
        places=tuple(np.bincount(ranks, minlength=games.seats + 1)[1:].tolist()),
        scores=_scores(totals) if len(totals) else None,
        rating=rating,
        seats=seat_points(games, mine),
        fault_codes=failures,
        benched=faults[BENCHED],
    )


def _over_blocks(games: Games, chosen: Bools, values: Floats | Bools) -> Estimate:
    """Estimate the mean of values (games × seats) over the seats chosen."""
    sums = games.by_block((values * chosen).sum(axis=1))
    return mean_estimate(sums, games.by_block(chosen.sum(axis=1)))


def seat_points(games: Games, chosen: Bools) -> tuple[SeatPoints, ...]:
    """Return the points in each seat, of the seats chosen (games × seats, true or false)."""
    columns = np.arange(games.seats)
    return tuple(
        SeatPoints(
            seat=seat,
            games=int(chosen[:, seat].sum()),
            points=_over_blocks(games, chosen & (columns == seat), games.points),
        )
        for seat in range(games.seats)
    )


def _scores(totals: Ints) -> Scores:
    least = int(totals.min())
    quartile, median, upper = np.quantile(totals, (0.25, 0.5, 0.75))
    return Scores(
        mean=float(reported(totals.mean()) or 0),
        sd=reported(totals.std(ddof=1)) if len(totals) > 1 else None,
        least=least,
        quartile=float(quartile),
        median=float(median),
        upper_quartile=float(upper),
        most=int(totals.max()),
        counts=tuple(np.bincount(totals - least).tolist()),
    )


def ratings(games: Games) -> tuple[list[Rating], Fit | None]:
    """Return each bot's rating, and the fit that they come from; None where no game had an order."""
    found = plackett_luce.orders(games)
    played = np.bincount(games.bots.ravel(), minlength=games.entries) > 0
    if not len(found.bots):
        return [Rating(None, None, reason=NO_GAMES)] * games.entries, None
    fit = plackett_luce.fit(found, games.entries)
    linked = plackett_luce.linked(found, games.entries)
    blocks = len(np.unique(found.block))
    return [
        _rating(fit, bot, blocks, PRIOR_ONLY if not linked[bot] else None)
        if played[bot]
        else Rating(None, None, reason=NO_GAMES)
        for bot in range(games.entries)
    ], fit


def _rating(fit: Fit, bot: int, blocks: int, trouble: str | None) -> Rating:
    value, strength = CENTRE + ELO * fit.strength[bot], fit.strength[bot]
    trouble = FEW_BLOCKS if blocks < FEWEST_BLOCKS else trouble
    if trouble:
        return Rating(reported(value), reported(strength), reason=trouble)
    error = ELO * float(np.sqrt(fit.robust[bot, bot]))
    reach = float(stdtrit(blocks - 1, 0.975)) * error
    return Rating(
        reported(value),
        reported(strength),
        reported(error),
        interval(value - reach, value + reach, -np.inf, np.inf),
    )

"""Bots against each other: who finished ahead in the games that both played."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from scipy.special import expit

from referee.tournament.statistics.bands import Differences
from referee.tournament.statistics.estimates import (
    FEW_BLOCKS,
    FEWEST_BLOCKS,
    NO_GAMES,
    estimate,
    interval,
    mean_estimate,
    reported,
)
from referee.tournament.statistics.games import Floats, Games, Ints
from referee.tournament.statistics.plackett_luce import Fit
from referee.tournament.statistics.results import Estimate, Interval, Pair, Standing


class Meetings(NamedTuple):
    """The games in which two bots met, `first` < `second`; an entry for each game and pair of their seats.

    `ahead` is 1 where `first` finished before `second`, 0.5 where level, else 0; `lead` is by how many points.
    """

    block: Ints
    ahead: Floats
    lead: Floats

    def turned(self) -> "Meetings":
        """Return the same as seen by the second."""
        return Meetings(self.block, 1 - self.ahead, -self.lead)


NEVER_MET = "never met in a game"
NOBODY = Meetings(np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros(0))


def meetings(games: Games) -> dict[tuple[int, int], Meetings]:
    """Return all that happened between each pair of bots that met, smaller index first."""
    if not len(games):
        return {}
    pairs = [_seats_against(games, one, other) for one, other in combinations(range(games.seats), 2)]
    key, block, ahead, lead = (np.concatenate(column) for column in zip(*pairs, strict=True))
    order = np.lexsort((block, key))
    key, block, ahead, lead = key[order], block[order], ahead[order], lead[order]
    starts = np.flatnonzero(np.diff(key, prepend=-1))
    return {
        (int(key[start]) // games.entries, int(key[start]) % games.entries): Meetings(
            block[start:end], ahead[start:end], lead[start:end]
        )
        for start, end in zip(starts, [*starts[1:], len(key)], strict=True)
    }


def _seats_against(games: Games, one: int, other: int) -> tuple[Ints, Ints, Floats, Floats]:
    """Compare two seats in all games; a bot that has both is not compared with itself."""
    bots, rivals = games.bots[:, one], games.bots[:, other]
    turned = np.where(bots < rivals, 1, -1)
    ahead = 0.5 + turned * np.sign(games.ranks[:, other] - games.ranks[:, one]) / 2
    lead = turned * (games.points[:, one] - games.points[:, other])
    key = np.minimum(bots, rivals) * games.entries + np.maximum(bots, rivals)
    differ = bots != rivals
    return key[differ], games.block[differ], ahead[differ], lead[differ]


def share_ahead(met: Meetings) -> Estimate:
    """Estimate the share of games in which the first finished before the second, level counting half."""
    if not len(met.block):
        return Estimate(None, reason=NEVER_MET)
    return mean_estimate(*_by_block(met.block, met.ahead))


def _by_block(block: Ints, values: Floats) -> tuple[Floats, Floats]:
    _, index = np.unique(block, return_inverse=True)
    return np.bincount(index, weights=values).astype(float), np.bincount(index).astype(float)


def variance_ratio(games: Games, met: dict[tuple[int, int], Meetings]) -> float | None:
    """Return the variance of differences between bots, over that of as many independent games; mean over pairs.

    Only blocks count in which both played all games, as many as there are seats. None where they are too few.
    """
    ratios = [ratio for pair in sorted(met) for ratio in _ratio(met[pair], games.seats)]
    return float(np.mean(ratios)) if ratios else None


def _ratio(met: Meetings, seats: int) -> Iterator[float]:
    """Yield the ratio of one pair, if there is one."""
    _, index, count = np.unique(met.block, return_inverse=True, return_counts=True)
    lead = met.lead[(count == seats)[index]].reshape(-1, seats)
    if len(lead) >= FEWEST_BLOCKS and (alone := lead.var(ddof=1)) > 0:
        yield seats * lead.mean(axis=1).var(ddof=1) / alone


def compared(
    table: Sequence[Standing],
    found: Differences,
    critical: float | None,
    met: Mapping[tuple[int, int], Meetings],
    fit: Fit | None,
) -> tuple[Pair, ...]:
    """Return all pairs in the order of the table, the upper bot first."""
    place = {pair: n for n, pair in enumerate(zip(found.first.tolist(), found.second.tolist(), strict=True))}
    pairs: list[Pair] = []
    for upper, lower in combinations(table, 2):
        one, other = sorted((upper.entry, lower.entry))
        meeting, value = met.get((one, other), NOBODY), float(found.value[place[one, other]])
        if upper.entry != one:
            meeting, value = meeting.turned(), -value
        difference, band = _difference(found, place[one, other], value, critical)
        odds = None if fit is None else float(fit.strength[upper.entry] - fit.strength[lower.entry])
        pairs.append(_pair(upper.bot, lower.bot, difference, band, meeting, odds))
    return tuple(pairs)


def _difference(
    found: Differences, place: int, value: float, critical: float | None
) -> tuple[Estimate, Interval | None]:
    """Return the difference of a pair with the interval of its own and with the band that holds for all pairs."""
    if not found.fewer[place]:
        return Estimate(None, reason=NO_GAMES), None
    error = float(found.error[place])
    if found.fewer[place] < FEWEST_BLOCKS:
        return Estimate(reported(value), reason=FEW_BLOCKS), None
    alone = estimate(value, error, int(found.blocks[place]), -1, 1)
    if critical is None or alone.ci95 is None:
        return alone, None
    return alone, interval(value - critical * error, value + critical * error, -1, 1)


def _pair(
    first: str,
    second: str,
    difference: Estimate,
    band: Interval | None,
    met: Meetings,
    log_odds: float | None,
) -> Pair:
    ahead = share_ahead(met)
    before, level = int((met.ahead == 1).sum()), int((met.ahead == 0.5).sum())
    predicted = None if log_odds is None or not len(met.block) else float(expit(log_odds))
    return Pair(
        first=first,
        second=second,
        difference=difference,
        band=band,
        separated=band is not None and (band[0] > 0 or band[1] < 0),
        common=len(met.block),
        before=before,
        level=level,
        behind=len(met.block) - before - level,
        ahead=ahead,
        predicted=None if predicted is None else reported(predicted),
        residual=None
        if predicted is None or ahead.value is None or ahead.se is None
        else reported((ahead.value - predicted) / ahead.se),
    )

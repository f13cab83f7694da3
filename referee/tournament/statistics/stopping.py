"""When a run may stop: claims tested block by block, in the order of the plan, whatever order games ended in.

A comparison of two bots goes through the blocks in which both play; its observations are the differences of their
mean points in a block. That one bot is the best is found when it is found better than each of its K - 1 rivals at a
(K - 1)th of the error rate: a wrong winner would have to beat the one that is truly best.
"""

from collections.abc import Sequence
from math import log
from typing import NamedTuple

import numpy as np

from referee.tournament.statistics import sequential
from referee.tournament.statistics.estimates import reported
from referee.tournament.statistics.games import Bools, Floats, Games, Ints
from referee.tournament.statistics.results import Running, RunningPoint
from referee.tournament.until import MIXTURE_FIRST_LOOK, Until

LONGEST_SERIES = 400
"""Points of a running difference that are kept."""


class Rule(NamedTuple):
    """A claim about bots, by index: that the first is better than the second, or that one of `entered` is best.

    `first` is the number of blocks of a comparison before which nothing is looked at.
    """

    claim: tuple[int, int] | None
    entered: int
    alpha: float
    first: int
    strict: bool

    @classmethod
    def unplanned(cls, better: int, worse: int) -> "Rule":
        """Return a rule for the course of a comparison that nobody planned to stop at."""
        return cls((better, worse), 2, 0.05, MIXTURE_FIRST_LOOK, strict=False)

    @property
    def rivals(self) -> int:
        """The number of comparisons that the claim needs."""
        return 1 if self.claim else self.entered - 1

    @property
    def threshold(self) -> float:
        """The log-wealth that decides a comparison."""
        return log(self.rivals / self.alpha)


class Verdict(NamedTuple):
    """Bot `better` was found better after block `block`, counted from 0."""

    better: int
    block: int


def rule_of(until: Until, names: Sequence[str], entered: int) -> Rule:
    """Return a plan's rule for bots of these names, of which the first so many were entered."""
    claim = until.claim and (names.index(until.claim[0]), names.index(until.claim[1]))
    return Rule(claim, entered, round(1 - until.confidence / 100, 12), until.first_look, until.strict)


def block_means(games: Games) -> Floats:
    """Return each bot's mean points in each block (blocks × entries), not a number where it did not play."""
    sums, counts = games.by_bot
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)


def comparison(means: Floats, better: int, worse: int) -> tuple[Floats, Ints]:
    """Return the differences of two bots over the blocks in which both play, and which blocks those are."""
    x = means[:, better] - means[:, worse]
    there = np.flatnonzero(~np.isnan(x))
    return x[there], there


def verdict(means: Floats, rule: Rule) -> Verdict | None:
    """Return when a rule is fulfilled first, None if it is not; `means` are those of blocks in the order of play."""
    if rule.claim:
        return _first(rule.claim[0], _holds(means, *rule.claim, rule))
    found = [_first(bot, _is_best(means, bot, rule)) for bot in range(rule.entered)]
    return min((one for one in found if one), key=lambda one: one.block, default=None)


def _first(bot: int, holds: Bools) -> Verdict | None:
    return Verdict(bot, int(holds.argmax())) if holds.any() else None


def _is_best(means: Floats, bot: int, rule: Rule) -> Bools:
    rivals = [other for other in range(rule.entered) if other != bot]
    best: Bools = np.logical_and.reduce([_holds(means, bot, rival, rule) for rival in rivals])
    return best


def _holds(means: Floats, better: int, worse: int, rule: Rule) -> Bools:
    """Tell, for each block, whether the evidence up to it suffices for one comparison."""
    x, there = comparison(means, better, worse)
    suffices = _evidence(x, rule) >= rule.threshold
    suffices[: rule.first - 1] = False
    seen = np.searchsorted(there, np.arange(len(means)), side="right")
    holds: Bools = np.concatenate([[False], suffices])[seen]
    return holds


def _evidence(x: Floats, rule: Rule) -> Floats:
    return sequential.wealth(x, rule.alpha / rule.rivals, strict=rule.strict)


def running(games: Games, better: int, worse: int, names: Sequence[str], rule: Rule) -> Running:
    """Return how the difference of two bots came to be, with a band that holds at all times.

    The bands of all comparisons that the rule needs hold together.
    """
    x, there = comparison(block_means(games), better, worse)
    either_way = log(2) + rule.threshold
    if rule.strict:
        low, high = sequential.bets_band(x, either_way)
    else:
        low, high = sequential.mixture_band(x, rule.alpha / rule.rivals, either_way)
    low, high = np.clip((low, high), -1, 1)
    low[: rule.first - 1] = high[: rule.first - 1] = np.nan
    _, mean, _ = sequential.moments(x)
    log_wealth = _evidence(x, rule)
    ends = np.searchsorted(games.block, there, side="right")
    return Running(
        better=names[better],
        worse=names[worse],
        confidence=1 - rule.alpha,
        threshold=reported(rule.threshold) or 0.0,
        first_look=rule.first,
        strict=rule.strict,
        points=tuple(
            RunningPoint(
                blocks=int(place) + 1,
                games=int(ends[place]),
                mean=reported(mean[place]) or 0.0,
                low=reported(low[place]),
                high=reported(high[place]),
                log_wealth=reported(log_wealth[place]) or 0.0,
            )
            for place in _thinned(len(x))
        ),
    )


def _thinned(length: int) -> list[int]:
    """Return places, evenly spread, of a series of a length; the last is among them."""
    step = -(-length // LONGEST_SERIES) or 1
    return sorted({*range(0, length, step), length - 1} if length else ())

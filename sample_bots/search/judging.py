"""How a seat stands at the end of a round: the placement it can expect, from what all would score in the end.

The weights were fitted to some thousand games of the quick player: by how many districts the longest city lacks,
how many points in the final scoring a thing in hand, city or stash comes to.
"""

from math import exp
from typing import NamedTuple

from weighing import COST, ENGINES, EXTRA, TYPE, UNBUILDABLE

from referee.rules import State
from referee.rules.state import Seat


class Weights(NamedTuple):
    """Points in the final scoring: for each building cost, district, gold, type in the city and so on.

    `dear` is for the cost of the two dearest cards in hand that can be built, `fresh` for each type the hand adds,
    `all_types` for a city that has them all, `spread` the standard deviation of the points that will be scored.
    """

    cost: float
    district: float
    gold: float
    dear: float
    types: float
    fresh: float
    all_types: float
    extra: float
    engine: float
    crown: float
    spread: float


BY_LACKING = (
    Weights(1.00, 1.40, 0.30, 0.05, 0.25, 0.30, 2.60, 1.00, 0.20, 0.00, 3.5),
    Weights(0.87, 1.20, 0.60, 0.10, 0.30, 0.50, 2.00, 0.80, 0.30, 0.10, 4.1),
    Weights(0.82, 0.85, 0.55, 0.14, 0.45, 0.35, 1.10, 0.60, 0.40, 0.60, 5.0),
    Weights(0.83, 0.50, 0.50, 0.15, 0.50, 0.30, 0.00, 0.50, 0.40, 0.90, 5.5),
    Weights(0.86, 0.30, 0.55, 0.15, 0.50, 0.30, 0.00, 0.35, 0.45, 1.20, 5.9),
    Weights(0.92, 0.00, 0.60, 0.17, 0.80, 0.35, 0.00, 0.30, 0.55, 1.10, 6.1),
)
"""By the number of districts that the longest city lacks; the last row is for all greater numbers."""


def prospect(state: State, number: int, weights: Weights) -> float:
    """Return how many points a seat is likely to score, but for a constant."""
    player: Seat = state.seats[number]
    points = weights.gold * player.gold + weights.crown * (state.crown == number)
    types = set()
    for placed in player.city:
        district = placed.district
        types.add(TYPE[district])
        points += weights.cost * (COST[district] + placed.beautified) + weights.district
        bonus = weights.engine if district in ENGINES else weights.extra
        points += bonus * EXTRA.get(district, 0.0) + len(placed.beneath)
    hand = set(player.hand).difference([placed.district for placed in player.city], UNBUILDABLE)
    points += weights.types * len(types) + weights.all_types * (len(types) == 5)
    points += weights.fresh * len({TYPE[card] for card in hand} - types)
    return points + weights.dear * sum(sorted([COST[card] for card in hand])[-2:])


def judge(state: State, seat: int) -> float:
    """Return the placement that a seat can expect, from 0 for the last to 1 for the first."""
    if state.scores is not None:
        return (len(state.seats) - state.scores[seat].rank) / (len(state.seats) - 1)
    lacking = state.setup.city_size - max([len(player.city) for player in state.seats])
    weights = BY_LACKING[max(0, min(lacking, len(BY_LACKING) - 1))]
    mine = prospect(state, seat, weights)
    rate = 1.2 / weights.spread  # 1.7 for the logistic curve, divided by the root of 2 for a difference
    chances = [
        1.0 / (1.0 + exp(rate * (prospect(state, other, weights) - mine)))
        for other in range(len(state.seats))
        if other != seat
    ]
    return sum(chances) / len(chances)

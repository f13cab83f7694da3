"""Ratings: the Plackett-Luce model of whole orders of finish, fitted to all games at once.

A bot has a log-strength θ; the winner is drawn in proportion to exp(θ), then the second among the rest, and so on. The
order of the games does not matter. Half a win and half a loss against a ghost of strength 0 keep those finite who
never win or never lose (Turner et al. 2020). Bots level at the end are an unordered tail; for bots level further up all
orders of them count alike. Errors are robust to what games of a block have in common.
"""

from itertools import chain, groupby, permutations, product
from typing import NamedTuple

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.special import expit, log_expit

from referee.tournament.statistics.games import Bools, Floats, Games, Ints

GHOST = 0.5
"""Wins, and losses, of each bot against the ghost."""

STEPS = 100
ENOUGH = 1e-11
"""A step of Newton's that is smaller ends the search."""


class Orders(NamedTuple):
    """Orders of finish: `bots` from first to last (orders × seats), of which the first `strict` places are certain.

    `block` is the block of each order, `weight` what it counts.
    """

    bots: Ints
    strict: Ints
    block: Ints
    weight: Floats


class Fit(NamedTuple):
    """Log-strengths with mean 0, their covariance by the model alone, and robust to blocks."""

    strength: Floats
    model: Floats
    robust: Floats


def orders(games: Games) -> Orders:
    """Return the orders in which games ended; games in which all were level say nothing and are left out."""
    place = np.argsort(games.ranks, axis=1, kind="stable")
    bots = np.take_along_axis(games.bots, place, axis=1)
    ranks = np.take_along_axis(games.ranks, place, axis=1)
    tail = (ranks == ranks[:, -1:]).sum(axis=1)
    strict = np.where(tail > 1, games.seats - tail, games.seats)
    before = np.arange(games.seats - 1) < (strict - 1)[:, None]
    tied = ((ranks[:, 1:] == ranks[:, :-1]) & before).any(axis=1)
    plain = ~tied & (strict > 0)
    made = Orders(bots[plain], strict[plain], games.block[plain], np.ones(plain.sum()))
    for game in np.flatnonzero(tied):
        made = _joined(made, _untied(bots[game], ranks[game], int(strict[game]), int(games.block[game])))
    return made


def _untied(bots: Ints, ranks: Ints, strict: int, block: int) -> Orders:
    """Return all orders that agree with the ranks, each weighing the same."""
    groups = [
        list(permutations(place for place, _ in group)) if rank != ranks[-1] else [tuple(p for p, _ in group)]
        for rank, group in (
            (rank, list(group)) for rank, group in groupby(enumerate(ranks), lambda at: at[1])
        )
    ]
    places = np.array([list(chain.from_iterable(order)) for order in product(*groups)])
    count = len(places)
    return Orders(bots[places], np.full(count, strict), np.full(count, block), np.full(count, 1 / count))


def _joined(one: Orders, other: Orders) -> Orders:
    return Orders(*(np.concatenate(pair) for pair in zip(one, other, strict=True)))


def fit(found: Orders, entries: int, ghost: float = GHOST) -> Fit:
    """Fit log-strengths by Newton's method; `ghost` is the number of wins and of losses against the ghost.

    Without a ghost, the bots must have finished ahead of each other in a circle: see `linked`.
    """
    strength = np.zeros(entries)
    for _ in range(STEPS):
        slope, information = _slopes(found, strength, ghost)
        step = np.linalg.solve(information, slope.sum(axis=0) + ghost * (1 - 2 * expit(strength)))
        strength = _stepped(found, strength, step, ghost)
        if np.abs(step).max(initial=0) < ENOUGH:
            break
    slope, information = _slopes(found, strength, ghost)
    centre = np.eye(entries) - 1 / max(entries, 1)
    inverse = centre @ np.linalg.inv(information)
    blocks, index = np.unique(found.block, return_inverse=True)
    by_block = np.zeros((len(blocks), entries))
    np.add.at(by_block, index, slope)
    freedom = len(blocks) / max(len(blocks) - 1, 1)
    return Fit(
        strength - strength.mean(),
        inverse @ centre,
        freedom * inverse @ (by_block.T @ by_block) @ inverse.T,
    )


def _stepped(found: Orders, strength: Floats, step: Floats, ghost: float) -> Floats:
    """Go the step, or so much of it as does not make the likelihood smaller."""
    now = _log_likelihood(found, strength, ghost)
    for halves in range(30):
        there: Floats = strength + step / 2**halves
        if _log_likelihood(found, there, ghost) >= now - 1e-9 * abs(now):
            return there
    return strength


def _left(found: Orders, strength: Floats) -> tuple[Floats, Floats, Bools]:
    """Return, per order and place: exp(θ) of the bot, the sum of it over those still to come, and what is certain."""
    power = np.exp(strength)[found.bots]
    rest = power[:, ::-1].cumsum(axis=1)[:, ::-1]
    seats = found.bots.shape[1]
    certain = np.arange(seats) < np.minimum(found.strict, seats - 1)[:, None]
    return power, rest, certain


def _log_likelihood(found: Orders, strength: Floats, ghost: float) -> float:
    _, rest, certain = _left(found, strength)
    each = np.where(certain, strength[found.bots] - np.log(rest), 0).sum(axis=1)
    prior = ghost * (log_expit(strength) + log_expit(-strength)).sum()
    return float(found.weight @ each + prior)


def _slopes(found: Orders, strength: Floats, ghost: float) -> tuple[Floats, Floats]:
    """Return the slope of each order's log-likelihood (orders × entries), and the information of all and the ghost."""
    entries = len(strength)
    power, rest, certain = _left(found, strength)
    line = np.arange(len(found.bots))[:, None]
    slope = np.zeros((len(found.bots), entries))
    share = certain / rest
    np.add.at(slope, (line, found.bots), (certain - power * share.cumsum(axis=1)) * found.weight[:, None])
    information = np.diag(2 * ghost * expit(strength) * expit(-strength))
    if not ghost:
        information += 1 / entries
    for stage in range(found.bots.shape[1] - 1):
        chance = np.zeros_like(slope)
        np.add.at(chance, (line, found.bots[:, stage:]), power[:, stage:] * share[:, stage : stage + 1])
        weighted = chance * found.weight[:, None]
        information += np.diag(weighted.sum(axis=0)) - weighted.T @ chance
    return slope, information


def linked(found: Orders, entries: int) -> Bools:
    """Tell the bots whose strengths the games settle without the ghost.

    They are the largest group within which everybody finished ahead of everybody else, directly or through others.
    """
    seats = found.bots.shape[1]
    ahead, behind = np.triu_indices(seats, 1)
    known = ahead < found.strict[:, None]
    edges = found.bots[:, ahead][known], found.bots[:, behind][known]
    graph = coo_array((np.ones(len(edges[0])), edges), shape=(entries, entries))
    _, label = connected_components(graph, connection="strong")
    members = np.bincount(label)
    together: Bools = (label == members.argmax()) & (members.max() > 1)
    return together

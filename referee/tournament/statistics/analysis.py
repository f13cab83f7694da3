"""From the record of a run to all that its statistics say."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import ceil

import numpy as np

from referee.tournament.benching import Benched, Benching
from referee.tournament.draws import derive
from referee.tournament.export import results_sha256
from referee.tournament.plan import Plan
from referee.tournament.spans import block_games, block_of, blocks, decisive
from referee.tournament.statistics import bands, stopping
from referee.tournament.statistics.estimates import reported
from referee.tournament.statistics.games import Games, collect
from referee.tournament.statistics.pairs import compared, meetings, variance_ratio
from referee.tournament.statistics.results import (
    Analysis,
    Bands,
    DecisionTimes,
    Delay,
    ProcessorTime,
    Running,
    Standing,
    Stopped,
)
from referee.tournament.statistics.stopping import Rule, Verdict
from referee.tournament.statistics.table import ratings, seat_points, standings
from referee.tournament.store import GameResult, RunReader
from referee.tournament.until import Until, shown

COMPARED = 8
"""Comparisons whose course is kept, at most."""


def analyse(run: RunReader) -> Analysis:
    """Work out the statistics of a run as it stands, from the complete blocks, the first to the last in a row."""
    plan = run.plan
    names = [bot.name for bot in plan.bots]
    first = decisive(plan, max(run.numbers(), default=None)).start
    results = [result for result in run.results() if result.number >= first]
    games, decided = counted(plan, results)
    pairs = bands.differences(games)
    critical = bands.critical_value(pairs, int(derive(plan.seed, "bands", size=8), 16))
    rating, fit = ratings(games)
    faults = _faults(results[: len(games)], len(names))
    table = standings(games, names, pairs, critical, rating, faults)
    met = meetings(games)
    return Analysis(
        games=len(games),
        void=run.void(),
        faults=sum(line.faults for line in table),
        results_sha256=results_sha256(run),
        standings=table,
        seats=seat_points(games, np.ones_like(games.bots, dtype=bool)),
        pairs=compared(table, pairs, critical, met, fit),
        bands=_bands(games, critical),
        variance_ratio=_maybe(variance_ratio(games, met)),
        stopped=_stopped(plan, games, decided),
        running=_running(plan, games, table, decided),
        players=games.seats,
        blocks=games.blocks,
        recorded=len(results),
        planned=_planned(run, first),
        sandbox=plan.sandbox,
        benched=_benched(plan, results),
        times=_times(run, table),
        cpu=_cpu(run, table),
        delay=_delay(Counter(delay for delays in run.delays() for delay in delays)),
    )


def _planned(run: RunReader, first: int) -> int | None:
    """Return the number of games planned from one on, None where time will tell."""
    planned = run.planned()
    return None if planned is None else planned - first


def counted(plan: Plan, results: Iterable[GameResult]) -> tuple[Games, Verdict | None]:
    """Return the games that count, and what the plan's rule found: later games do not count then."""
    results = list(results)
    last = max((result.number for result in results), default=None)
    first = decisive(plan, last).start
    every = (block_games(plan, block) for block in range(block_of(plan, first), blocks(plan)))
    games = collect(results, len(plan.bots), plan.seats, every)
    rule = rule_of(plan, plan.until) if plan.until else None
    decided = stopping.verdict(stopping.block_means(games), rule) if rule else None
    return (games.first(_end(games, decided)) if decided else games), decided


def rule_of(plan: Plan, until: Until) -> Rule:
    """Return a rule about the bots of a plan."""
    return stopping.rule_of(until, [bot.name for bot in plan.bots], plan.entered)


def _end(games: Games, decided: Verdict) -> int:
    return int(np.searchsorted(games.block, decided.block, side="right"))


def _faults(results: Sequence[GameResult], entries: int) -> list[Counter[str]]:
    codes: list[Counter[str]] = [Counter() for _ in range(entries)]
    for game in results:
        for fault in game.faults:
            codes[game.bots[fault.seat]][fault.code] += 1
    return codes


def _benched(plan: Plan, results: Iterable[GameResult]) -> tuple[Benched, ...]:
    benching = Benching(plan)
    for game in results:
        if game.number == benching.turn:
            benching.follow(game)
    return benching.benched


def _maybe(value: float | None) -> float | None:
    return None if value is None else reported(value)


def _bands(games: Games, critical: float | None) -> Bands:
    return Bands(
        critical=_maybe(critical),
        resamples=bands.RESAMPLES,
        blocks=games.blocks,
        reason="no pair of bots has enough blocks and differs between them" if critical is None else None,
    )


def _stopped(plan: Plan, games: Games, decided: Verdict | None) -> Stopped | None:
    """Return what came of the plan's rule, if it has one."""
    if plan.until is None:
        return None
    better = plan.bots[decided.better].name if decided else None
    complete = len(games) == plan.games
    return Stopped(
        rule=shown(plan.until),
        strict=plan.until.strict,
        confidence=plan.until.confidence,
        state="decided" if decided else "undecided" if complete else "open",
        games=len(games) if decided else None,
        better=better,
        sentence=sentence(plan.until, better, len(games), complete=complete),
    )


def sentence(until: Until, better: str | None, games: int, *, complete: bool) -> str:
    """Say what came of a rule after so many games, `complete` if no more are planned."""
    if better is None:
        ending = "not separated" if complete else "not separated yet"
        return f"{shown(until)} did not stop the run: {ending} after {games} games."
    claim = f"{better} is better than {until.claim[1]}" if until.claim else f"{better} is the best bot"
    kind = "exact" if until.strict else "asymptotic"
    return f"{shown(until)} stopped the run after game {games}: {claim} ({kind} test)."


def _running(
    plan: Plan, games: Games, table: Sequence[Standing], decided: Verdict | None
) -> tuple[Running, ...]:
    """Return the course of the comparisons that the rule needs; without a rule, of the leader and the others."""
    names = [bot.name for bot in plan.bots]
    rule = rule_of(plan, plan.until) if plan.until else None
    if rule and rule.claim:
        compared = [rule.claim]
    else:
        among = [line.entry for line in table if not rule or line.entry < rule.entered]
        leader = decided.better if decided else among[0]
        compared = [(leader, other) for other in among if other != leader][:COMPARED]
    return tuple(
        stopping.running(games, better, worse, names, rule or Rule.unplanned(better, worse))
        for better, worse in compared
    )


def _times(run: RunReader, table: Sequence[Standing]) -> tuple[DecisionTimes, ...]:
    counts: dict[int, Counter[int]] = defaultdict(Counter)
    for bot, times_us in run.times():
        counts[bot].update(times_us)
    return tuple(_summary(line.bot, counts[line.entry]) for line in table if counts[line.entry])


def _cpu(run: RunReader, table: Sequence[Standing]) -> tuple[ProcessorTime, ...]:
    used = run.cpu_us()
    return tuple(ProcessorTime(line.bot, used.get(line.entry, 0) / 1e6) for line in table)


def _summary(bot: str, count: Counter[int]) -> DecisionTimes:
    decisions = count.total()
    return DecisionTimes(
        bot=bot,
        decisions=decisions,
        mean=round(sum(value * times for value, times in count.items()) / decisions, 1),
        median=_reached(count, 50),
        p99=_reached(count, 99),
        most=max(count),
    )


def _delay(count: Counter[int]) -> Delay | None:
    if not count:
        return None
    return Delay(count.total(), _reached(count, 50), _reached(count, 99), max(count))


def _reached(count: Counter[int], percent: int) -> int:
    """Return the least value that so many per cent do not exceed."""
    values = sorted(count)
    reached = list(accumulate(count[value] for value in values))
    return values[bisect_left(reached, ceil(reached[-1] * percent / 100))]

"""The statistics of a run as text, section by section."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import click

from referee.cli.tables import aligned, clipped
from referee.report.wording import counted, duration

if TYPE_CHECKING:
    from referee.tournament.statistics.results import (
        Analysis,
        DecisionTimes,
        Interval,
        Pair,
        SeatPoints,
        Standing,
    )

LONGEST_NAME = 24
ACROSS = 10
"""Opponents side by side in the matrix."""

UNKNOWN = "-"
SEPARATED = "*"
HEADINGS = ("bot", "rank", "tier", "games", "points", "±", "wins", "score", "faults", "p99")
LEGEND = (
    "Ranks in brackets and tiers hold for all bots at once (95%); bots that share a letter are not separated."
)


def short(analysis: "Analysis") -> str:
    """Return the standings with a line about the whole run; points go from 0 (last) to 1 (first)."""
    lines = [*_headed([HEADINGS, *_standings(analysis)]), *_remarks(analysis)]
    void, faults = f"{analysis.void} void", counted(analysis.faults, "fault")
    results, sandbox = f"results {analysis.results_sha256}", f"sandbox {analysis.sandbox.mode}"
    return "\n".join(
        [*lines, ", ".join([_extent(analysis), void, faults, results, sandbox]), *_delay(analysis)]
    )


def _delay(analysis: "Analysis") -> Iterator[str]:
    """Yield what the referee itself added to the times of the bots."""
    if delay := analysis.delay:
        median, p99, most = map(duration, (delay.median, delay.p99, delay.most))
        yield f"The referee added to a decision: {median} at the median, {p99} at p99, {most} at most"


def _extent(analysis: "Analysis") -> str:
    decided = analysis.stopped is not None and analysis.stopped.state == "decided"
    if decided or analysis.games == analysis.planned:
        return counted(analysis.games, "game")
    if analysis.planned is None:
        return f"{counted(analysis.games, 'game')} so far"
    return f"{analysis.games} of {counted(analysis.planned, 'game')}"


def _headed(rows: Sequence[Sequence[str]]) -> list[str]:
    head, *body = aligned(rows)
    return [click.style(head, bold=True), *body]


def _comparisons(analysis: "Analysis") -> Iterator[str]:
    """Yield, for each comparison that the rule needs, what it has come to."""
    for course in analysis.running:
        if course.points:
            last = course.points[-1]
            band = "" if last.low is None else f", {_number(last.low, 3)} to {_number(last.high, 3)}"
            pair = f"{_name(course.better)} less {_name(course.worse)}"
            yield f"{pair}: {last.mean:.3f} points{band} ({course.confidence:.0%}, at all times)"


def _name(bot: str) -> str:
    return clipped(bot, LONGEST_NAME)


def _number(value: float | None, digits: int) -> str:
    return UNKNOWN if value is None else f"{value:.{digits}f}"


def _half(ends: "Interval | None") -> float | None:
    """Return how far an interval reaches to either side."""
    return None if ends is None else (ends[1] - ends[0]) / 2


def _standings(analysis: "Analysis") -> Iterator[tuple[str, ...]]:
    p99 = {times.bot: times.p99 for times in analysis.times}
    for line in analysis.standings:
        yield (
            _name(line.bot),
            f"{line.rank} ({line.rank_range[0]}-{line.rank_range[1]})",
            line.tier,
            str(line.games),
            _number(line.points, 3),
            _number(_half(line.ci95), 3),
            str(line.wins),
            _number(line.mean_score, 1),
            str(line.faults),
            duration(p99[line.bot]) if line.bot in p99 else UNKNOWN,
        )


def _remarks(analysis: "Analysis") -> Iterator[str]:
    """Yield what must be said about the table."""
    if analysis.stopped:
        yield analysis.stopped.sentence
        if len(analysis.running) == 1:
            yield from _comparisons(analysis)
    for benched in analysis.benched:
        yield f"{_name(benched.bot)} was benched from game {benched.since} on."
    if analysis.recorded > analysis.games:
        yield f"Not counted: {counted(analysis.recorded - analysis.games, 'game')} of blocks that are not complete."
    reasons = sorted({line.reason for line in analysis.standings if line.reason})
    if reasons:
        yield f"No interval: {', '.join(reasons)}."
    if analysis.bands.critical:
        yield LEGEND


def full(analysis: "Analysis") -> str:
    """Return all sections, one below the other."""
    sections: dict[str, Callable[[Analysis], Sequence[str]]] = {
        "Comparisons of the rule; the bands hold together, whenever one looks": _course,
        "Points less than the first, and than the bot above; the bands hold for all pairs at once": _gaps,
        "Per cent of common games in which the row's bot finished before the column's; * separated in points": _matrix,
        "Ratings (Plackett-Luce; the field has 1500 on average) and scores": _ratings,
        "Games by place": _places,
        "Points by seat": _seats,
        "Time per decision, and on a processor in all": _times,
    }
    texts = [
        "\n".join([click.style(title, bold=True), *lines])
        for title, section in sections.items()
        if (lines := section(analysis))
    ]
    return "\n\n".join([short(analysis), *texts])


def _course(analysis: "Analysis") -> list[str]:
    return list(_comparisons(analysis)) if analysis.stopped and len(analysis.running) > 1 else []


def _gaps(analysis: "Analysis") -> list[str]:
    pairs = {(pair.first, pair.second): pair for pair in analysis.pairs}
    bots = [line.bot for line in analysis.standings]
    rows = [
        (_name(bot), *_gap(pairs[bots[0], bot]), *_gap(pairs[above, bot])) for above, bot in pairwise(bots)
    ]
    return _headed([("bot", "to the first", "95% band", "to the one above", "95% band"), *rows])


def _gap(pair: "Pair") -> tuple[str, str]:
    band = f"{pair.band[0]:.3f} to {pair.band[1]:.3f}" if pair.band else UNKNOWN
    return _number(pair.difference.value, 3), band


def _matrix(analysis: "Analysis") -> list[str]:
    """Return the bots by the bots, so many columns at a time as fit on a line."""
    cells: dict[tuple[str, str], str] = {}
    for pair in analysis.pairs:
        cells[pair.first, pair.second] = _ahead(pair, pair.ahead.value)
        cells[pair.second, pair.first] = _ahead(pair, _rest(pair.ahead.value))
    bots = [line.bot for line in analysis.standings]
    lines: list[str] = []
    for start in range(0, len(bots), ACROSS):
        across = bots[start : start + ACROSS]
        head = ("bot", "rank", *(str(start + place) for place, _ in enumerate(across, 1)))
        rows = [
            (_name(bot), str(rank), *(cells.get((bot, other), "") for other in across))
            for rank, bot in enumerate(bots, 1)
        ]
        lines += _headed([head, *rows])
    return lines


def _rest(share: float | None) -> float | None:
    return None if share is None else 1 - share


def _ahead(pair: "Pair", share: float | None) -> str:
    """Return a share in per cent, with the reach of its interval, which is the same from either side."""
    if share is None:
        return UNKNOWN
    half = _half(pair.ahead.ci95)
    reach = "" if half is None else f"±{100 * half:.0f}"
    return f"{100 * share:.0f}{reach}{SEPARATED if pair.separated else ' '}"


def _ratings(analysis: "Analysis") -> list[str]:
    head = ("bot", "rating", "±", "score", "sd", "least", "quartile", "median", "quartile", "most")
    lines = _headed([head, *((_name(line.bot), *_rating(line)) for line in analysis.standings)])
    reasons = sorted({line.rating.reason for line in analysis.standings if line.rating.reason})
    return [*lines, *(f"No interval of a rating: {reason}." for reason in reasons)]


def _rating(line: "Standing") -> Iterator[str]:
    yield _number(line.rating.value, 0)
    yield _number(_half(line.rating.ci95), 0)
    scores = line.scores
    if scores is None:
        yield from [UNKNOWN] * 7
        return
    yield _number(scores.mean, 1)
    yield _number(scores.sd, 1)
    five = (scores.least, scores.quartile, scores.median, scores.upper_quartile, scores.most)
    yield from (f"{value:g}" for value in five)


def _places(analysis: "Analysis") -> list[str]:
    head = ("bot", *(str(place) for place in range(1, analysis.players + 1)), "mean", "wins %", "±")
    return _headed(
        [
            head,
            *(
                (
                    _name(line.bot),
                    *map(str, line.places),
                    _number(line.mean_rank, 2),
                    _number(_percent(line.win_rate.value), 1),
                    _number(_percent(_half(line.win_rate.ci95)), 1),
                )
                for line in analysis.standings
            ),
        ]
    )


def _percent(value: float | None) -> float | None:
    return None if value is None else 100 * value


def _seats(analysis: "Analysis") -> list[str]:
    head = ("bot", *(f"P{seat}" for seat in range(analysis.players)))
    rows = [(_name(line.bot), *_by_seat(line.seats)) for line in analysis.standings]
    reach = (_number(_half(seat.points.ci95), 3) for seat in analysis.seats)
    return _headed([head, *rows, ("all bots", *_by_seat(analysis.seats)), ("±", *reach)])


def _by_seat(seats: "Sequence[SeatPoints]") -> Iterator[str]:
    return (_number(seat.points.value, 3) for seat in seats)


def _times(analysis: "Analysis") -> list[str]:
    times = {times.bot: times for times in analysis.times}
    cpu = {used.bot: used.seconds for used in analysis.cpu}
    rows = [
        (_name(line.bot), *_decisions(times.get(line.bot)), f"{cpu[line.bot]:.2f} s")
        for line in analysis.standings
    ]
    return _headed([("bot", "decisions", "mean", "median", "p99", "max", "processor"), *rows])


def _decisions(times: "DecisionTimes | None") -> tuple[str, ...]:
    if times is None:
        return ("0", *[UNKNOWN] * 4)
    return (str(times.decisions), *map(duration, (round(times.mean), times.median, times.p99, times.most)))

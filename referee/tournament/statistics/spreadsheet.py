"""The statistics as CSV: a row for each bot."""

import csv
import io
from collections.abc import Iterator

from referee.tournament.statistics.results import Analysis, DecisionTimes, Interval, Standing


def spreadsheet(analysis: Analysis) -> str:
    """Return the table with a line of headings; what cannot be said is an empty cell.

    `low` and `high` are ends of 95% intervals, `place_1` the games ended in rank 1, `seat_0` the points in the first
    seat. Times are microseconds.
    """
    times = {line.bot: line for line in analysis.times}
    text = io.StringIO()
    rows = [dict(_cells(line, times.get(line.bot))) for line in analysis.standings]
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _cells(line: Standing, times: DecisionTimes | None) -> Iterator[tuple[str, object]]:
    yield from (("rank", line.rank), ("rank_low", line.rank_range[0]), ("rank_high", line.rank_range[1]))
    yield from (("tier", line.tier), ("bot", line.bot), ("games", line.games), ("blocks", line.blocks))
    yield from (("points", line.points), ("se", line.se), *_ends("points", line.ci95))
    yield from (("wins", line.wins), ("mean_rank", line.mean_rank), ("mean_score", line.mean_score))
    yield "sd_score", line.scores and line.scores.sd
    yield from (("rating", line.rating.value), *_ends("rating", line.rating.ci95), ("faults", line.faults))
    for statistic in ("decisions", "mean", "median", "p99", "most"):
        yield (
            f"time_{statistic}" if statistic != "decisions" else statistic,
            times and getattr(times, statistic),
        )
    yield from ((f"place_{place}", games) for place, games in enumerate(line.places, 1))
    yield from ((f"seat_{seat.seat}", seat.points.value) for seat in line.seats)


def _ends(what: str, ends: Interval | None) -> tuple[tuple[str, object], tuple[str, object]]:
    low, high = ends or (None, None)
    return (f"{what}_low", low), (f"{what}_high", high)

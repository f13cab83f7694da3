"""What the figures draw, as data: positions in percent of their axes, so that they fit any width."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import ceil
from typing import NamedTuple

from referee.report.scales import Scale, linear, powers_of_ten
from referee.report.wording import signed
from referee.tournament.statistics.results import Analysis, DecisionTimes, Pair, Running, SeatPoints, Standing

SHADES = 4
"""Steps of colour to either side of neutral."""

FLAGGED = 3.0
"""Standard errors from which an observation is far from its prediction."""


class Shade(NamedTuple):
    """A colour: towards `good` or `bad`, `level` steps from neutral (0)."""

    side: str
    level: int


def shade(value: float, most: float) -> Shade:
    """Return the colour of a value on a scale from `-most` to `most`."""
    level = min(SHADES, ceil(SHADES * abs(value) / most - 1e-9)) if most else 0
    return Shade("good" if value > 0 else "bad", level)


def points_axis(analysis: Analysis) -> Scale:
    """Return the axis of mean points with their intervals; it holds the neutral value 0.5."""
    ends = [0.5]
    for line in analysis.standings:
        ends += line.ci95 or ([line.points] if line.points is not None else [])
    return linear(min(ends), max(ends))


class MatrixCell(NamedTuple):
    """One bot's points less another's; `sure` where the simultaneous band leaves out 0."""

    text: str
    shade: Shade
    sure: bool
    sentence: str


class MatrixRow(NamedTuple):
    """A bot and its cells, in the order of the standings; None where it meets itself or a number is missing."""

    line: Standing
    cells: tuple[MatrixCell | None, ...]


def matrix(analysis: Analysis) -> list[MatrixRow]:
    """Return all pairs as a square."""
    values = [pair.difference.value for pair in analysis.pairs if pair.difference.value is not None]
    most = max(map(abs, values), default=0.0)
    pairs = {(pair.first, pair.second): pair for pair in analysis.pairs}
    names = [line.bot for line in analysis.standings]

    def cell(row: str, column: str) -> MatrixCell | None:
        if pair := pairs.get((row, column)):
            return _cell(pair, 1, most)
        return _cell(pairs[column, row], -1, most) if (column, row) in pairs else None

    return [MatrixRow(line, tuple(cell(line.bot, name) for name in names)) for line in analysis.standings]


def _cell(pair: Pair, sign: int, most: float) -> MatrixCell | None:
    value = pair.difference.value
    if value is None:
        return None
    return MatrixCell(signed(sign * value, 2), shade(sign * value, most), pair.separated, verdict(pair))


def verdict(pair: Pair) -> str:
    """Return in words what is known of two bots."""
    value = pair.difference.value
    if value is None:
        return f"{pair.first} and {pair.second} cannot be compared: {pair.difference.reason}."
    if pair.band is None:
        return f"{pair.first} less {pair.second}: {signed(value, 3)}, too few blocks for a band."
    first, second = (pair.first, pair.second) if value >= 0 else (pair.second, pair.first)
    band = f"{signed(pair.band[0], 3)} to {signed(pair.band[1], 3)}"
    if pair.separated:
        return f"{first} is better than {second} by {abs(value):.3f} (simultaneous 95% band {band})."
    return f"{pair.first} and {pair.second} are not separated: {signed(value, 3)} ({band})."


class Segment(NamedTuple):
    """A part of a bar: the games ended in `rank`, from 1."""

    rank: int
    games: int
    start: float
    width: float


def place_bar(line: Standing) -> list[Segment]:
    """Return how often a bot ended in which rank, as parts of a whole."""
    ends = [0, *accumulate(line.places)]
    whole = ends[-1] or 1
    return [
        Segment(rank, games, round(100 * ends[rank - 1] / whole, 2), round(100 * games / whole, 2))
        for rank, games in enumerate(line.places, 1)
        if games
    ]


class SeatCell(NamedTuple):
    """Points in a seat; the colour tells by how much they differ from what is expected there."""

    seat: SeatPoints
    shade: Shade


class SeatRow(NamedTuple):
    """A bot, or with None the whole field, and its points seat by seat."""

    line: Standing | None
    cells: tuple[SeatCell, ...]


def seat_map(analysis: Analysis) -> list[SeatRow]:
    """Return each bot's points by seat against its mean, and in the last row the field's against 0.5."""
    rows: list[tuple[Standing | None, float, Sequence[SeatPoints]]] = [
        (line, line.points, line.seats) for line in analysis.standings if line.points is not None
    ]
    rows.append((None, 0.5, analysis.seats))
    gaps = [
        seat.points.value - expected for _, expected, seats in rows for seat in seats if seat.points.value
    ]
    most = max(map(abs, gaps), default=0.0)
    return [
        SeatRow(line, tuple(_seat_cell(seat, mean, most) for seat in seats)) for line, mean, seats in rows
    ]


def _seat_cell(seat: SeatPoints, expected: float, most: float) -> SeatCell:
    value = seat.points.value
    return SeatCell(seat, Shade("good", 0) if value is None else shade(value - expected, most))


class Panel(NamedTuple):
    """A running difference: paths in a square of 100, and where (in percent) its claim was found true."""

    running: Running
    line: str
    band: str
    decided: float | None
    end: float


class Panels(NamedTuple):
    """Running differences on common axes."""

    blocks: Scale
    difference: Scale
    panels: tuple[Panel, ...]


def running_panels(analysis: Analysis) -> Panels | None:
    """Return the running differences, None before there are any."""
    series = [one for one in analysis.running if one.points]
    if not series:
        return None
    blocks = linear(0, max(one.points[-1].blocks for one in series), 4)
    difference = linear(*_reach(series))
    return Panels(blocks, difference, tuple(_panel(one, blocks, difference) for one in series))


def _reach(series: Sequence[Running]) -> tuple[float, float]:
    """Return the ends of the differences once they have settled, and of the last bands."""
    ends = [0.0]
    for one in series:
        settled = min(one.first_look, one.points[-1].blocks // 3)
        ends += [point.mean for point in one.points if point.blocks >= settled]
        ends += [end for end in (one.points[-1].low, one.points[-1].high) if end is not None]
    return min(ends), max(ends)


def _panel(running: Running, blocks: Scale, difference: Scale) -> Panel:
    def place(at: int, value: float) -> str:
        inside = min(max(value, difference.low), difference.high)
        return f"{blocks.at(at)} {round(100 - difference.at(inside), 2)}"

    points = running.points
    upper = [place(point.blocks, point.high) for point in points if point.high is not None]
    lower = [place(point.blocks, point.low) for point in points if point.low is not None]
    found = [
        point.blocks
        for point in points
        if point.log_wealth >= running.threshold and point.blocks >= running.first_look
    ]
    return Panel(
        running,
        "M" + " L".join(place(point.blocks, point.mean) for point in points),
        f"M{' L'.join([*upper, *reversed(lower)])}Z" if upper else "",
        blocks.at(found[0]) if found else None,
        round(100 - difference.at(min(max(points[-1].mean, difference.low), difference.high)), 2),
    )


class Prediction(NamedTuple):
    """A pair: the share of games that `first` finished ahead, predicted and observed with its interval."""

    pair: Pair
    predicted: float
    observed: float
    low: float
    high: float
    flagged: bool


class Predictions(NamedTuple):
    """All pairs on one axis for both directions."""

    axis: Scale
    pairs: tuple[Prediction, ...]


def predictions(analysis: Analysis) -> Predictions | None:
    """Return what Plackett-Luce predicts beside what happened, None where there is no prediction."""
    known = list(_predicted(analysis.pairs))
    if not known:
        return None
    axis = linear(min(0.5, *(low for *_, low, _ in known)), max(high for *_, high in known))
    pairs = tuple(
        Prediction(
            pair,
            axis.at(predicted),
            axis.at(ahead),
            axis.at(low),
            axis.at(high),
            pair.residual is not None and abs(pair.residual) > FLAGGED,
        )
        for pair, predicted, ahead, low, high in known
    )
    return Predictions(axis, pairs)


def _predicted(pairs: Sequence[Pair]) -> Iterator[tuple[Pair, float, float, float, float]]:
    for pair in pairs:
        ahead = pair.ahead.value
        if pair.predicted is not None and ahead is not None:
            low, high = pair.ahead.ci95 or (ahead, ahead)
            yield pair, pair.predicted, ahead, max(0.0, low), min(1.0, high)


class Column(NamedTuple):
    """The games with one total: where it lies, how wide and how high it is, in percent."""

    start: float
    width: float
    height: float
    total: int
    games: int


class Totals(NamedTuple):
    """The totals of all bots on one axis; heights are shares of the highest column of all."""

    axis: Scale
    columns: tuple[tuple[Column, ...], ...]
    medians: tuple[float | None, ...]


def totals(analysis: Analysis) -> Totals | None:
    """Return the distributions of scores, None before there is any."""
    known = [line.scores for line in analysis.standings if line.scores]
    if not known:
        return None
    axis = linear(min(scores.least for scores in known), max(scores.most for scores in known) + 1, 6)
    most = max(max(scores.counts) for scores in known)
    lines = analysis.standings
    return Totals(
        axis,
        tuple(tuple(_columns(line, axis, most)) for line in lines),
        tuple(axis.at(line.scores.median + 0.5) if line.scores else None for line in lines),
    )


def _columns(line: Standing, axis: Scale, most: int) -> Iterator[Column]:
    if line.scores is None:
        return
    width = round(100 / (axis.high - axis.low), 2)
    for total, games in enumerate(line.scores.counts, line.scores.least):
        if games:
            yield Column(axis.at(total), width, round(100 * games / most, 2), total, games)


SECONDS = {
    0: "1 µs",
    1: "10 µs",
    2: "0.1 ms",
    3: "1 ms",
    4: "10 ms",
    5: "0.1 s",
    6: "1 s",
    7: "10 s",
    8: "100 s",
}
"""Powers of ten of a microsecond."""


def time_axis(times: Sequence[DecisionTimes]) -> Scale | None:
    """Return the axis of times per decision, None before any decision."""
    if not times:
        return None
    return powers_of_ten(
        max(1, min(one.median for one in times)), max(1, *(one.most for one in times)), SECONDS
    )

"""Axes, colours, and what the figures draw."""

import re

import pytest

from referee.report import plots
from referee.report.scales import linear, powers_of_ten
from referee.report.wording import counted, duration, fixed, listing, signed, span
from referee.tournament.balance import Spread
from referee.tournament.statistics import analyse

pytestmark = pytest.mark.xdist_group("report")


@pytest.fixture(scope="module")
def analysis(run):
    return analyse(run)


@pytest.mark.parametrize(
    ("low", "high", "labels"),
    [
        (0, 1, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (0.26, 0.86, ["0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9"]),
        (-0.031, 0.052, ["−0.04", "−0.02", "0.00", "0.02", "0.04", "0.06"]),
        (3, 61, ["0", "10", "20", "30", "40", "50", "60", "70"]),
        (0.5, 0.5, ["0.4", "0.6"]),
    ],
)
def test_an_axis_has_round_ends_and_marks(low, high, labels):
    axis = linear(low, high)
    assert [tick.label for tick in axis.ticks] == labels
    assert axis.low <= low + 1e-9
    assert high - 1e-9 <= axis.high
    assert (axis.ticks[0].at, axis.ticks[-1].at) == (0, 100)
    assert axis.at((axis.low + axis.high) / 2) == 50


def test_a_logarithmic_axis_marks_powers_of_ten():
    axis = powers_of_ten(40, 53_000, plots.SECONDS)
    assert [(tick.label, tick.at) for tick in axis.ticks] == [
        ("10 µs", 0), ("0.1 ms", 25), ("1 ms", 50), ("10 ms", 75), ("0.1 s", 100),
    ]  # fmt: skip
    assert axis.at(10_000) == 75


def test_colours_tell_sign_and_size():
    assert plots.shade(0.3, 0.3) == ("good", 4)
    assert plots.shade(-0.01, 0.3) == ("bad", 1)
    assert plots.shade(0.0, 0.3).level == 0
    assert plots.shade(0.0, 0.0).level == 0


def test_the_matrix_is_antisymmetric(analysis):
    rows = plots.matrix(analysis)
    assert len(rows) == 4
    for row, line in enumerate(rows):
        assert line.cells[row] is None
        for column in range(row):
            here, there = line.cells[column], rows[column].cells[row]
            assert here.sentence == there.sentence
            mirrored = here.text.translate(str.maketrans("+−", "−+"))
            assert there.text == mirrored


def test_the_bars_of_places_are_whole(analysis):
    for line in analysis.standings:
        bar = plots.place_bar(line)
        assert sum(part.games for part in bar) == line.games
        assert bar[-1].start + bar[-1].width == pytest.approx(100, abs=0.1)


def test_the_last_row_of_the_seats_is_the_field(analysis):
    rows = plots.seat_map(analysis)
    assert [row.line is None for row in rows] == [False] * 4 + [True]
    assert sum(cell.seat.points.value for cell in rows[-1].cells) == pytest.approx(1.5)


def test_running_differences_stay_inside_their_panels(analysis):
    panels = plots.running_panels(analysis)
    assert len(panels.panels) == 3
    for panel in panels.panels:
        numbers = [float(number) for number in re.findall(r"[\d.]+", panel.line + panel.band)]
        assert all(0 <= number <= 100 for number in numbers)
        assert not re.search(r"[^\d. MLZ]", panel.line + panel.band)


def test_predictions_and_totals_lie_on_their_axes(analysis):
    predicted = plots.predictions(analysis)
    assert len(predicted.pairs) == 6
    for one in predicted.pairs:
        assert 0 <= one.low <= one.observed <= one.high <= 100
    totals = plots.totals(analysis)
    for line, columns in zip(analysis.standings, totals.columns, strict=True):
        assert sum(column.games for column in columns) == line.games
        assert all(column.start >= 0 and column.start + column.width <= 100.1 for column in columns)


def test_numbers_as_they_are_written():
    assert [signed(value, 2) for value in (0.123, -0.123, 0.001, -0.001)] == [
        "+0.12",
        "−0.12",
        "0.00",
        "0.00",
    ]
    assert (fixed(None, 2), fixed(-1.5, 1), span(None, 2), span((-0.1, 0.2), 1)) == (
        "–",
        "−1.5",
        "–",
        "−0.1 to 0.2",
    )
    assert (counted(1, "game"), counted(2000, "game")) == ("1 game", "2000 games")
    assert [duration(us) for us in (43, 8_200, 1_500_000)] == ["43 µs", "8.2 ms", "1.50 s"]
    assert (str(Spread(3, 5)), str(Spread(2, 2))) == ("3 to 5", "2")
    assert (listing([]), listing(["a"]), listing(["a", "b", "c"])) == ("", "a", "a, b and c")

"""The drawing of a run in progress, without a terminal."""

import io
from itertools import pairwise

import pytest
from rich.cells import cell_len
from rich.console import Console

from referee.cli.live_table import ASCII, UNICODE, Room, drawing, interval_plot
from referee.tournament.chronicle import Chronicle
from referee.tournament.happenings import Line
from referee.tournament.progress import Progress
from referee.tournament.store import create
from tests.tournament.factory import plan, record


@pytest.fixture(scope="module")
def progress(tmp_path_factory):
    """Forty of two hundred games of twelve bots, five of them with a failure, more handed out, one void."""
    made, of = Progress(), plan(bots=12, seats=4, games=200)
    now = [0.0]
    with create(tmp_path_factory.mktemp("live"), of) as run:
        chronicle = Chronicle(of, made.follow, lambda: now[0])
        chronicle.begin(run, workers=2)
        now[0] = 10.0
        games = [record(of, number, broken=number < 5) for number in range(40)]
        chronicle.begun(range(40))
        chronicle.begun(range(40, 44))
        chronicle.recorded(games, [(3, "no memory")])
        chronicle.glance()
    return made


def drawn(progress: Progress, width: int, height: int = 40, signs=UNICODE, **options) -> list[str]:
    console = Console(file=io.StringIO(), width=width, height=height, **options)
    console.print(drawing(progress, 12.3, Room(width, height, signs)))
    return console.file.getvalue().splitlines()


def test_it_shows_what_a_host_wants_to_know(progress):
    headline, bar, heading, *rows = drawn(progress, 80)
    assert headline.rstrip() == "40 of 200 games, 4.0/s, 0:12 gone, 0:40 left, 5 faults, 1 void, 2 workers"
    assert bar.startswith("━")
    assert heading.split() == ["bot", "points", "±", "games", "wins", "faults", "0", "1"]
    assert len(rows) == 12
    points = [float(row[2:].split()[1]) for row in rows]
    assert all(better >= worse for better, worse in pairwise(points))


def test_those_who_play_are_marked(progress):
    marked = {row.split()[1] for row in drawn(progress, 80) if row.startswith("▸ ")}
    assert marked == progress.playing()
    assert len(marked) == 4


@pytest.mark.parametrize("width", [200, 80, 60, 50, 40, 30, 20])
def test_no_line_is_longer_than_the_terminal_or_than_eighty(progress, width):
    lines = drawn(progress, width)
    assert max(map(cell_len, lines)) <= min(width, 80)
    assert sum("bot" in line and "points" in line for line in lines) == 1


def test_a_low_terminal_shows_the_best_and_counts_the_others(progress):
    lines = drawn(progress, 80, height=12)
    assert len(lines) <= 12
    assert lines[-1].rstrip() == "  and 5 bots more"


def test_it_does_without_colours_and_beyond_ascii(progress):
    assert "\x1b[" in "".join(drawn(progress, 80, color_system="standard", force_terminal=True))
    plain = drawn(progress, 80, signs=ASCII, no_color=True)
    assert "\x1b[" not in "".join(plain)
    assert "".join(plain[2:]).replace("±", "").isascii()


@pytest.mark.parametrize(
    ("points", "interval", "shown"),
    [
        (0.5, None, ".....o....."),
        (0.5, (0.2, 0.8), "..---o---.."),
        (1.0, (0.9, 1.0), ".........-o"),
        (0.0, (0.0, 0.04), "o.........."),
    ],
)
def test_points_and_interval_on_their_axis(points, interval, shown):
    line = Line("bot", 8, points, interval, 1, 20.0, 0, 0)
    assert interval_plot(line, 11, ASCII) == shown

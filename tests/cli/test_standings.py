"""`referee standings`: tables, JSON, CSV."""

import csv
import json
import math
from pathlib import Path

import pytest

from referee.cli.exits import ExitCode
from referee.cli.sections import HEADINGS, LEGEND
from referee.tournament.store import create
from tests.tournament.factory import plan, record
from tests.tournament.statistics.test_analysis import stronger

TITLES = ("Points less", "Per cent", "Ratings", "Games by place", "Points by seat", "Time per decision")


def run_of(folder: Path, bots: int, seats: int, games: int, played: int | None = None) -> Path:
    of = plan(bots, seats=seats, games=games)
    with create(folder, of) as run:
        run.record([stronger(of, number) for number in range(games if played is None else played)])
    return folder


@pytest.fixture(scope="module")
def eight(tmp_path_factory) -> Path:
    """A run of eight bots at tables of five."""
    return run_of(tmp_path_factory.mktemp("eight") / "run", 8, 5, 400)


def test_the_table_is_aligned_and_plain_and_says_what_the_json_says(invoke, eight):
    printed = invoke("standings", eight).output
    known = json.loads(invoke("standings", eight, "--json").stdout)
    head, *body = printed.splitlines()[:9]
    assert head.split() == [*HEADINGS]
    assert len({len(line) for line in (head, *body)}) == 1
    for text, line in zip(body, known["standings"], strict=True):
        rank = f"{line['rank']} ({line['rank_range'][0]}-{line['rank_range'][1]})"
        half = (line["ci95"][1] - line["ci95"][0]) / 2
        figures = f"{rank} {line['tier']} {line['games']} {line['points']:.3f} {half:.3f} {line['wins']}"
        assert " ".join(text.split()).startswith(f"{line['bot']} {figures} ")
    assert f"400 games, 0 void, 0 faults, results {known['results_sha256']}" in printed
    assert LEGEND in printed
    assert "\x1b" not in printed


def test_all_sections_fit_on_a_terminal(invoke, eight):
    printed = invoke("standings", eight).output
    sections = printed.split("\n\n")
    heads = [section.split("\n")[0] for section in sections]
    assert all(any(head.startswith(title) for head in heads) for title in TITLES)
    tables = [line for line in printed.splitlines() if "  " in line]
    assert max(map(len, tables)) <= 110


def test_the_matrix_shows_each_pair_from_both_sides(invoke, eight):
    section = next(
        part for part in invoke("standings", eight).output.split("\n\n") if part.startswith("Per cent")
    )
    rows = [line.split()[2:] for line in section.splitlines()[2:]]
    assert len(rows) == 8
    for one, row in enumerate(rows):
        for other, cell in enumerate(row[one:], one + 1):
            mirrored = rows[other][one]
            assert abs(int(cell.split("±")[0]) + int(mirrored.split("±")[0]) - 100) <= 1
            assert cell.endswith("*") == mirrored.endswith("*")


def test_the_json_has_no_numbers_that_are_none(invoke, eight):
    text = invoke("standings", eight, "--json").stdout
    assert text.count("\n") == 1

    def refuse(word):
        raise AssertionError(word)

    known = json.loads(text, parse_constant=refuse)
    assert math.isfinite(known["bands"]["critical"])
    assert len(known["pairs"]) == 28
    assert [line["bot"] for line in known["times"]] == [line["bot"] for line in known["standings"]]


def test_the_csv_has_a_row_for_each_bot(invoke, eight):
    rows = list(csv.DictReader(invoke("standings", eight, "--csv").stdout.splitlines()))
    known = json.loads(invoke("standings", eight, "--json").stdout)
    assert [row["bot"] for row in rows] == [line["bot"] for line in known["standings"]]
    for row, line, times in zip(rows, known["standings"], known["times"], strict=True):
        assert float(row["points"]) == line["points"]
        assert [float(row["points_low"]), float(row["points_high"])] == line["ci95"]
        assert [int(row[f"place_{place}"]) for place in range(1, 6)] == line["places"]
        assert int(row["time_p99"]) == times["p99"]
        assert float(row["seat_4"]) == line["seats"][4]["points"]["value"]


def test_csv_goes_with_nothing_else(invoke, eight):
    for other in ("--json", "--faults"):
        assert invoke("standings", eight, "--csv", other).exit_code == ExitCode.USAGE


def test_a_run_that_is_not_finished_says_what_counts(invoke, tmp_path):
    printed = invoke("standings", run_of(tmp_path / "run", 3, 3, 60, played=40)).output
    assert "Not counted: 1 game of blocks that are not complete.\n" in printed
    assert "39 of 60 games, 0 void" in printed


def test_too_few_games_are_told(invoke, tmp_path):
    printed = invoke("standings", run_of(tmp_path / "few", 3, 3, 6)).output
    assert "No interval: fewer than 8 blocks.\n" in printed
    assert LEGEND not in printed
    nothing = invoke("standings", run_of(tmp_path / "none", 3, 3, 6, played=0))
    assert nothing.exit_code == 0
    assert "No interval: no games.\n" in nothing.output
    assert csv.DictReader(invoke("standings", tmp_path / "none", "--csv").stdout.splitlines())


def test_many_bots_take_several_matrices(invoke, tmp_path):
    printed = invoke("standings", run_of(tmp_path / "run", 13, 2, 78)).output
    section = next(part for part in printed.split("\n\n") if part.startswith("Per cent"))
    heads = [line.split()[2:] for line in section.splitlines() if line.startswith("bot ")]
    assert heads == [[str(rank) for rank in range(1, 11)], ["11", "12", "13"]]


def test_names_cannot_move_the_cursor(invoke, tmp_path):
    import msgspec

    of = plan(2, seats=2, games=4)
    bad = msgspec.structs.replace(of.bots[0], name="\x1b[31mred\n" + "x" * 50)
    of = msgspec.structs.replace(of, bots=(bad, of.bots[1]))
    with create(tmp_path / "run", of) as run:
        run.record([record(of, number) for number in range(4)])
    printed = invoke("standings", tmp_path / "run").output
    assert "\x1b" not in printed
    assert "?[31mred?xxxxxxxxxxxxxx…" in printed

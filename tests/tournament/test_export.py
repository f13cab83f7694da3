import csv
import hashlib
import io

import msgspec

from referee.rules import PRESETS
from referee.tournament.export import COLUMNS, export, results_sha256
from referee.tournament.schedule import spec
from referee.tournament.store import create
from tests.tournament.factory import RANDOM, SETUP, plan, presets, record, records


def written(folder, made, of):
    with create(folder, of) as run:
        run.record(made)
        return b"".join(export(run, "jsonl")), b"".join(export(run, "csv")), results_sha256(run)


def test_a_line_for_each_game_in_the_order_of_the_plan(tmp_path):
    jsonl, _, digest = written(tmp_path, list(records(plan()))[::-1], plan())
    lines = [msgspec.json.decode(line) for line in jsonl.splitlines()]
    assert [line["number"] for line in lines] == list(range(12))
    assert jsonl.endswith(b"}\n")
    assert digest == hashlib.sha256(jsonl).hexdigest()


def test_a_line_says_all_that_was_decided(tmp_path):
    made = record(plan(), 3, broken=True)
    jsonl, _, _ = written(tmp_path, [made], plan())
    assert msgspec.json.decode(jsonl) == {
        "number": 3,
        "game": made.id,
        "preset": None,
        "cast": list(SETUP.cast),
        "uniques": list(SETUP.districts),
        "bots": [plan().bots[bot].name for bot in made.bots],
        "seats": 3,
        "ranks": list(made.ranks),
        "scores": list(msgspec.to_builtins(made.scores)),
        "faults": [{"seat": 2, "code": "move_timeout", "request": "r3", "detail": "No answer came."}],
        "rounds": 10,
        "decisions": 100,
        "replay_sha256": hashlib.sha256(made.replay).hexdigest(),
    }


def test_clocks_and_whereabouts_change_nothing(tmp_path):
    of = plan()
    moved = msgspec.structs.replace(
        of, bots=tuple(msgspec.structs.replace(bot, argv=("/x",), folder="/y") for bot in of.bots)
    )
    made = record(of, 3, broken=True)
    slower = msgspec.structs.replace(
        made,
        timing=(),
        evidence=tuple(msgspec.structs.replace(fault, elapsed_ms=9, stderr="?") for fault in made.evidence),
    )
    assert written(tmp_path / "one", [made], of) == written(tmp_path / "two", [slower], moved)


def test_any_result_changes_the_digest(tmp_path):
    made = record(plan(), 3)
    other = msgspec.structs.replace(made, ranks=made.ranks[::-1])
    assert written(tmp_path / "one", [made], plan())[2] != written(tmp_path / "two", [other], plan())[2]
    other = msgspec.structs.replace(made, replay=made.replay + b"\n")
    assert written(tmp_path / "three", [made], plan())[2] != written(tmp_path / "four", [other], plan())[2]


def test_a_row_for_each_seat_of_each_game(tmp_path):
    made = list(records(plan()))
    _, text, _ = written(tmp_path, made, plan())
    rows = list(csv.DictReader(io.StringIO(text.decode())))
    assert tuple(rows[0]) == COLUMNS
    assert [(int(row["number"]), int(row["seat"])) for row in rows] == [
        (n, s) for n in range(12) for s in range(3)
    ]
    for row in rows:
        game, seat = made[int(row["number"])], int(row["seat"])
        assert row["game"] == game.id
        assert row["bot"] == plan().bots[game.bots[seat]].name
        assert int(row["rank"]) == game.ranks[seat]
        assert int(row["total"]) == game.scores[seat].total
        assert row["faults"] == " ".join(fault.code for fault in game.faults if fault.seat == seat)


def test_every_line_names_the_setup_of_its_game(tmp_path):
    of = plan(3, games=24, setup=(*presets(3), RANDOM))
    jsonl, text, _ = written(tmp_path, list(records(of)), of)
    lines = [msgspec.json.decode(line) for line in jsonl.splitlines()]
    rows = list(csv.DictReader(io.StringIO(text.decode())))
    assert [line["preset"] for line in lines[::3]] == [*PRESETS, None]
    assert [row["preset"] for row in rows[::9]] == [*PRESETS, ""]
    for number, line in enumerate(lines):
        box = spec(of, number).setup
        assert (line["cast"], line["uniques"]) == (list(box.cast), list(box.districts))
        assert rows[3 * number]["cast"].split() == line["cast"]
        assert rows[3 * number]["uniques"].split() == line["uniques"]


def test_an_empty_run_exports_nothing_but_a_header(tmp_path):
    jsonl, text, _ = written(tmp_path, [], plan())
    assert jsonl == b""
    assert text.decode() == ",".join(COLUMNS) + "\n"

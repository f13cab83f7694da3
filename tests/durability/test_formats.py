"""Files of another version or another program are refused by name, never misread."""

import json
import shutil
import sqlite3

import pytest

from referee.match import VerifyError, read_replay
from referee.match import record as replays
from referee.scenario import ScenarioError
from referee.scenario.loader import read_scenarios
from referee.scenario.nodes import read_text
from referee.tournament import database
from referee.tournament import plan as plans
from referee.tournament.plan import PlanError
from referee.tournament.store import StoreError, create, read, resume
from tests.tournament.factory import plan, record


@pytest.fixture
def folder(tmp_path):
    with create(tmp_path / "run", plan()) as run:
        run.record([record(plan(), number) for number in range(3)])
    return tmp_path / "run"


@pytest.mark.parametrize("opened", [read, resume])
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"version": plans.VERSION - 1}, f"version {plans.VERSION - 1}; this referee reads"),
        ({"version": plans.VERSION + 1}, f"version {plans.VERSION + 1}; this referee reads"),
        ({"format": "chess-run"}, "has format 'chess-run'"),
        ({"novelty": 1}, "unknown field `novelty`"),
    ],
)
def test_a_plan_of_another_kind_is_refused(folder, opened, change, sentence):
    path = folder / plans.FILE
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(PlanError, match=sentence):
        opened(folder)


@pytest.mark.parametrize("opened", [read, resume])
@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        (
            f"PRAGMA user_version = {database.VERSION - 1}",
            f"has version {database.VERSION - 1}; this referee",
        ),
        (
            f"PRAGMA user_version = {database.VERSION + 1}",
            f"has version {database.VERSION + 1}; this referee",
        ),
        ("PRAGMA application_id = 7", "is not the database of a run"),
        ("ALTER TABLE games ADD COLUMN novelty TEXT", "is damaged: its tables are not those of version"),
        ("DROP TABLE void", "is damaged: its tables are not those of version"),
        ("CREATE VIEW results AS SELECT * FROM games", "is damaged: its tables are not those of version"),
        ("UPDATE run SET plan_sha256 = 'other'", "was not played by the plan.json beside it"),
    ],
)
def test_a_database_of_another_kind_is_refused_and_left_alone(folder, opened, statement, sentence):
    changed = sqlite3.connect(folder / database.FILE, isolation_level=None)
    changed.execute(statement)
    changed.close()
    before = (folder / database.FILE).read_bytes()
    with pytest.raises(StoreError, match=sentence):
        opened(folder)
    assert (folder / database.FILE).read_bytes() == before


@pytest.mark.parametrize("opened", [read, resume])
@pytest.mark.parametrize("length", [0, 1, 99, 16_384, 50_000])
def test_a_database_that_was_cut_short_is_refused(folder, opened, length):
    content = (folder / database.FILE).read_bytes()
    (folder / database.FILE).write_bytes(content[:length])
    if opened is resume and length == 0:
        with resume(folder) as run:
            assert run.count() == 0
        return
    with pytest.raises(StoreError, match=database.FILE), opened(folder) as run:
        list(run.results())


def test_what_is_no_file_is_refused(folder):
    (folder / plans.FILE).rename(folder / "elsewhere")
    (folder / plans.FILE).mkdir()
    with pytest.raises(PlanError, match="is no regular file"):
        read(folder)
    (folder / plans.FILE).rmdir()
    (folder / plans.FILE).symlink_to("/dev/zero")
    with pytest.raises(PlanError, match="is no regular file"):
        read(folder)
    (folder / plans.FILE).unlink()
    shutil.copy(folder / "elsewhere", folder / plans.FILE)
    read(folder).close()


@pytest.mark.parametrize(
    ("form", "version"),
    [
        (replays.FORMAT, replays.VERSION - 1),
        (replays.FORMAT, replays.VERSION + 1),
        ("chess", replays.VERSION),
    ],
)
def test_a_replay_of_another_kind_is_refused(form, version):
    header = json.dumps({"format": form, "version": version, "novelty": 1})
    with pytest.raises(
        VerifyError, match=f"This is '{form}' version {version}, not '{replays.FORMAT}' version"
    ):
        read_replay(f"{header}\n{{}}\n".encode())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("edition: '2040'\nscenarios: []\n", "unknown edition `2040`: expected one of `2016`"),
        ("version: 2\nedition: 2016\nscenarios: []\n", "unknown key of a scenario file `version`"),
    ],
)
def test_scenarios_of_another_kind_are_refused(text, sentence):
    with pytest.raises(ScenarioError, match=sentence):
        read_scenarios(read_text(text, "f.yaml"), "f.yaml", ())

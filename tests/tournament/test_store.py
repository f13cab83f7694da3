import fcntl
import hashlib
import os
import sqlite3
import subprocess
import sys
import zlib

import msgspec
import pytest

from protocol.messages import Clock
from referee.bots import resolve
from referee.tournament import plan as plans
from referee.tournament.lock import RunLockedError, at_work
from referee.tournament.plan import PlanError
from referee.tournament.planning import make_plan
from referee.tournament.store import (
    PlanMismatchError,
    StoreError,
    create,
    read,
    resume,
)
from tests.tournament.factory import SETUP, plan, record, records


@pytest.fixture
def folder(tmp_path):
    """The folder of a run of twelve games, three of them recorded."""
    with create(tmp_path / "run", plan()) as run:
        run.record([record(plan(), number, broken=number == 5) for number in (7, 5, 0)])
    return tmp_path / "run"


def test_what_was_recorded_is_read_in_plan_order(folder):
    with read(folder) as run:
        results = list(run.results())
        assert run.count() == 3
        assert run.plan == plan()
    assert [result.number for result in results] == [0, 5, 7]
    for result in results:
        made = record(plan(), result.number, broken=result.number == 5)
        for field in ("id", "number", "bots", "rounds", "decisions", "scores", "ranks", "faults"):
            assert getattr(result, field) == getattr(made, field), field


def test_replays_come_back_byte_for_byte(folder):
    with read(folder) as run:
        assert run.replay(5) == record(plan(), 5).replay
        assert run.result(5).id == record(plan(), 5).id
        assert run.number(record(plan(), 5).id) == 5


def test_a_game_that_is_not_there_is_named(folder):
    with read(folder) as run:
        for ask in (run.replay, run.result):
            with pytest.raises(StoreError, match="game 3"):
                ask(3)
        with pytest.raises(StoreError, match="no game 'g-none' recorded"):
            run.number("g-none")


def test_the_missing_games_are_the_others(folder):
    with read(folder) as run:
        assert list(run.missing()) == [1, 2, 3, 4, 6, 8, 9, 10, 11]


def test_a_game_is_recorded_once(folder):
    with resume(folder) as run:
        assert run.record([record(plan(), 5), record(plan(), 6)]) == [record(plan(), 6)]
        assert run.count() == 4
        assert len(list(run.times())) == 4 * 3
        assert len(list(run.fault_reports())) == 1


def test_faults_come_with_their_evidence(folder):
    with read(folder) as run:
        (report,) = run.fault_reports()
    made = record(plan(), 5, broken=True)
    assert (report.game, report.number, report.seat, report.bot) == (made.id, 5, 2, made.bots[2])
    assert (report.code, report.request) == ("move_timeout", "r3")
    assert msgspec.json.decode(report.evidence)["stderr"] == "Traceback"


def test_void_games_are_counted(folder):
    with resume(folder) as run:
        run.record([], [(3, "no memory"), (3, "no memory")])
        assert run.void() == 2


def test_a_batch_is_written_whole_or_not_at_all(folder):
    whole = record(plan(), 1)
    broken = msgspec.structs.replace(record(plan(), 2), ranks=(1,))
    with resume(folder) as run:
        with pytest.raises(ValueError, match="zip"):
            run.record([whole, broken], [(2, "reason")])
        assert run.count() == 3
        assert run.void() == 0
        assert run.record([whole]) == [whole]


def test_a_run_is_not_begun_where_one_is(folder):
    with pytest.raises(StoreError, match=r"holds a run already: there is a plan\.json"):
        create(folder, plan())
    (folder / "plan.json").unlink()
    with pytest.raises(StoreError, match=r"holds a run already: there is a run\.db"):
        create(folder, plan())


def test_another_plan_is_refused_with_the_difference(folder):
    with pytest.raises(
        PlanMismatchError, match=r"seed is another one; .*games was 12 and is now 13"
    ) as caught:
        resume(folder, plan(games=13, seed="other"))
    assert caught.value.differences == ("the seed is another one", "stage 1.games was 12 and is now 13")


def test_the_bots_may_have_moved(folder):
    bots = tuple(msgspec.structs.replace(bot, folder="/elsewhere") for bot in plan().bots)
    moved = msgspec.structs.replace(plan(), bots=bots)
    with resume(folder, moved) as run:
        assert run.plan == moved
    assert plans.load(folder) == moved


@pytest.mark.parametrize("given", [True, False])
def test_a_bot_that_was_changed_is_refused(tmp_path, given):
    program = tmp_path / "bot.py"
    program.write_text("one")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "bot.toml").write_text('run = ["sh", "bot.sh"]')
    bots = [resolve(str(program)), resolve(str(tmp_path / "folder")), resolve("sh bot.sh")]
    clock = Clock(move_ms=1000, bank_ms=0)
    made = make_plan(bots, SETUP, seats=3, games=3, seed="", clock=clock)
    create(tmp_path / "run", made).close()
    resume(tmp_path / "run", made if given else None).close()
    program.write_text("two")
    with pytest.raises(
        PlanMismatchError, match="the program of bot bot is not the one that the run began with"
    ):
        resume(tmp_path / "run", made if given else None)
    program.write_text("one")
    (tmp_path / "folder" / "bot.sh").write_text("three")
    with pytest.raises(PlanMismatchError, match="the program of bot folder is not the one"):
        resume(tmp_path / "run", made if given else None)
    (tmp_path / "folder" / "bot.sh").unlink()
    resume(tmp_path / "run", made if given else None).close()


def test_a_second_referee_is_refused(folder):
    with resume(folder):
        with pytest.raises(RunLockedError, match=f"another referee is at work in {folder}"):
            resume(folder)
        with read(folder) as reader:
            assert reader.count() == 3
    resume(folder).close()


def test_a_refusal_leaves_the_folder_open_for_others(folder):
    with pytest.raises(PlanMismatchError):
        resume(folder, plan(games=13))
    resume(folder).close()


def test_the_lock_is_seen_by_other_processes_and_ends_with_its_holder(folder):
    code = (
        "import sys; from pathlib import Path; from referee.tournament.store import resume\n"
        f"run = resume(Path({str(folder)!r})); print('locked', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout.readline() == b"locked\n"
        with pytest.raises(RunLockedError):
            resume(folder)
        holder.kill()
    resume(folder).close()


def test_whoever_asks_whether_a_referee_is_at_work_is_waited_for(folder, monkeypatch):
    assert not at_work(folder)
    asking = os.open(folder, os.O_RDONLY)
    fcntl.flock(asking, fcntl.LOCK_SH)
    monkeypatch.setattr("time.sleep", lambda _: os.close(asking))
    with resume(folder):
        assert at_work(folder)
    assert not at_work(folder)


def test_games_come_in_the_order_of_recording_from_any_point_on(folder):
    with resume(folder) as run:
        run.record([record(plan(), 3)], [(4, "no memory"), (1, "no disk")])
        assert [result.number for result in run.since(0)] == [7, 5, 0, 3]
        assert list(run.since(2)) == [run.result(0), run.result(3)]
        assert run.void_since(1) == [(1, "no disk")]


def test_a_reader_sees_one_moment(folder):
    with resume(folder) as writer, read(folder) as reader:
        assert reader.count() == 3
        writer.record([record(plan(), 1)])
        assert reader.count() == 3
        assert len(list(reader.results())) == 3
        with read(folder) as later:
            assert later.count() == 4


def test_a_reader_leaves_nothing_behind(folder):
    before = (folder / "run.db").read_bytes()
    with read(folder) as reader:
        assert len(list(reader.results())) == 3
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            reader._database.execute("DELETE FROM games")
    assert sorted(path.name for path in folder.iterdir()) == ["plan.json", "run.db", "seed.txt", "stderr"]
    assert (folder / "run.db").read_bytes() == before


def test_a_run_that_died_before_its_database_can_be_resumed(folder):
    (folder / "run.db").unlink()
    with pytest.raises(StoreError, match=r"run\.db cannot be opened"):
        read(folder)
    with resume(folder) as run:
        assert run.count() == 0


def change(folder, statement):
    database = sqlite3.connect(folder / "run.db", isolation_level=None)
    database.execute(statement)
    database.close()


@pytest.mark.parametrize("opened", [read, resume])
def test_a_database_of_another_version_is_refused_by_name(folder, opened):
    change(folder, "PRAGMA user_version = 7")
    with pytest.raises(StoreError, match=r"run\.db has version 7; this referee reads version 2"):
        opened(folder)


@pytest.mark.parametrize("opened", [read, resume])
def test_a_database_of_another_program_is_refused(folder, opened):
    (folder / "run.db").unlink()
    change(folder, "CREATE TABLE other (thing TEXT)")
    before = (folder / "run.db").read_bytes()
    with pytest.raises(StoreError, match="is not the database of a run"):
        opened(folder)
    assert (folder / "run.db").read_bytes() == before


@pytest.mark.parametrize("opened", [read, resume])
def test_a_file_that_is_no_database_is_refused(folder, opened):
    (folder / "run.db").write_text("not a database" * 100)
    with pytest.raises(StoreError, match=r"run\.db cannot be opened: file is not a database"):
        opened(folder)


@pytest.mark.parametrize("opened", [read, resume])
def test_a_plan_that_was_exchanged_is_noticed(folder, opened):
    plans.save(plan(seed="other"), folder)
    with pytest.raises(StoreError, match=r"was not played by the plan\.json beside it"):
        opened(folder)


def test_a_folder_without_a_run_is_named(tmp_path):
    for opened in (read, resume):
        with pytest.raises(PlanError, match="holds no run"):
            opened(tmp_path)


def test_a_damaged_replay_is_named(folder):
    change(folder, "UPDATE sqlar SET data = x'00112233' WHERE name LIKE '000005%'")
    with read(folder) as run, pytest.raises(StoreError, match=r"the replay of game 5 .* is damaged"):
        run.replay(5)


def test_a_full_disk_is_told(folder):
    with resume(folder) as run:
        pages = run._database.execute("PRAGMA page_count").fetchone()[0]
        run._database.execute(f"PRAGMA max_page_count = {pages}")
        noise = hashlib.shake_256(b"noise").digest(400_000)
        with pytest.raises(StoreError, match=r"run\.db cannot be written: database or disk is full"):
            run.record([msgspec.structs.replace(record(plan(), 1), replay=noise)])
        assert run.count() == 3
        assert run.record([], []) == []


def test_the_replays_are_an_sqlite_archive(folder):
    database = sqlite3.connect(folder / "run.db")
    rows = database.execute("SELECT name, mode, mtime, sz, data FROM sqlar ORDER BY name").fetchall()
    database.close()
    name, mode, mtime, size, data = rows[1]
    made = record(plan(), 5)
    assert name == f"000005-{made.id}.jsonl"
    assert (mode, mtime, size) == (0o100644, 0, len(made.replay))
    assert zlib.decompress(data) == made.replay


def test_the_database_is_as_it_should_be(folder):
    with resume(folder) as run, read(folder):
        asked = {
            name: run._database.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "page_size", "synchronous", "integrity_check")
        }
    assert asked == {"journal_mode": "wal", "page_size": 16384, "synchronous": 1, "integrity_check": "ok"}
    assert sorted(path.name for path in folder.iterdir()) == ["plan.json", "run.db", "seed.txt", "stderr"]


def test_all_of_a_run_can_be_written_in_any_batches(tmp_path):
    made = list(records(plan()))
    with create(tmp_path / "one", plan()) as run:
        run.record(made)
        whole = list(run.results())
    with create(tmp_path / "two", plan()) as run:
        for part in (made[8:], made[3:5], made[:3], made[2:9]):
            run.record(part)
        assert list(run.results()) == whole
        assert list(run.missing()) == []


def test_the_processor_time_of_bots_adds_up(tmp_path):
    with create(tmp_path / "run", plan()) as run:
        run.record([record(plan(), 0)], (), {0: 5, 2: 7})
        run.record([record(plan(), 0)], (), {2: 10})
        assert run.cpu_us() == {0: 5, 2: 17}

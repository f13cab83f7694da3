import shutil
import sqlite3
import zlib
from hashlib import sha256

import msgspec
import pytest

from referee.tournament.plan import digest, save
from referee.tournament.store import StoreError, read
from referee.tournament.verify import RunVerifyError, verify_run
from tests.tournament.factory import RANDOM
from tests.tournament.real import bot, played, real_plan


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    folder = tmp_path_factory.mktemp("verify") / "run"
    played(folder, real_plan(bot("dicer"), bot("quitter"), games=4))
    return folder


@pytest.fixture
def folder(original, tmp_path):
    shutil.copytree(original, tmp_path / "run")
    return tmp_path / "run"


def change(folder, statement, values=()):
    database = sqlite3.connect(folder / "run.db", isolation_level=None)
    assert database.execute(statement, values).rowcount >= 1
    database.close()


def test_a_game_of_another_setup_is_found(tmp_path):
    """A plan that lies about what was in the box does not hold, even when its database agrees with it."""
    folder = tmp_path / "run"
    played(folder, real_plan(bot("dicer"), bot("dicer"), games=2, recipes=(RANDOM,)))
    with read(folder) as run:
        plan = msgspec.structs.replace(run.plan, setup=(msgspec.structs.replace(RANDOM, round_limit=199),))
    save(plan, folder)
    change(folder, "UPDATE run SET plan_sha256 = ?", (digest(plan),))
    with pytest.raises(RunVerifyError, match=r"game 0 .*: the setup in the replay should be"):
        verify(folder)


def verify(folder):
    with read(folder) as run:
        return verify_run(run, lambda _: None)


def rewrite(folder, number, edit):
    """Change the lines of a replay, and its digest in the table, as a forger would."""
    with read(folder) as run:
        lines = [msgspec.json.decode(line) for line in run.replay(number).splitlines()]
    edit(lines)
    data = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    change(
        folder,
        "UPDATE sqlar SET sz = ?, data = ? WHERE name = (SELECT replay FROM games WHERE number = ?)",
        (len(data), zlib.compress(data), number),
    )
    change(folder, "UPDATE games SET replay_sha256 = ? WHERE number = ?", (sha256(data).hexdigest(), number))


def test_a_run_as_it_was_played_holds(folder):
    assert verify(folder).games == 4


def test_a_replay_with_one_other_choice_is_found_at_its_step(folder):
    def edit(lines):
        picks = [
            number for number, line in enumerate(lines) if line.get("action", {}).get("kind") == "gather_gold"
        ]
        lines[picks[2]]["action"] = {"kind": "gather_cards"}
        edit.step = picks[2]

    rewrite(folder, 2, edit)
    with pytest.raises(RunVerifyError, match=rf"game 2 \(g-[0-9a-f]{{16}}\), step {edit.step}: ") as caught:
        verify(folder)
    assert (caught.value.number, caught.value.step) == (2, edit.step)


def test_a_step_left_out_is_found(folder):
    rewrite(folder, 1, lambda lines: lines.pop(10))
    with pytest.raises(RunVerifyError, match=r"game 1 .*, step 10: "):
        verify(folder)


def test_a_replay_of_another_game_is_found(folder):
    with read(folder) as run:
        other = [msgspec.json.decode(line) for line in run.replay(3).splitlines()]

    def edit(lines):
        lines[:] = other

    rewrite(folder, 0, edit)
    with pytest.raises(RunVerifyError, match=r"game 0 \(\S+\): the id in the replay should be"):
        verify(folder)


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE seats SET rank = 3 - rank WHERE number = 1", "game 1 .*: the ranks should be"),
        ("UPDATE seats SET bot = 1 - bot WHERE number = 2", "game 2 .*: the seating by the plan should be"),
        (
            "UPDATE games SET rounds = rounds + 1 WHERE number = 3",
            "game 3 .*: the number of rounds should be",
        ),
        (
            "UPDATE games SET id = 'g-0' WHERE number = 3",
            'game 3 .*: the id by the plan should be ".*", but is "g-0"',
        ),
        ("UPDATE faults SET code = 'bad_json' WHERE number = 0", "game 0 .*: the faults should be"),
        ("DELETE FROM faults WHERE number = 0", "game 0 .*: the faults should be"),
        (
            "UPDATE games SET replay_sha256 = lower(hex(zeroblob(32))) WHERE number = 0",
            "game 0 .*: the digest of the replay should be",
        ),
        ("DELETE FROM sqlar WHERE name LIKE '000002%'", "game 2 .*: .* has no replay of game 2"),
        ("UPDATE sqlar SET data = x'00' WHERE name LIKE '000002%'", "game 2 .*: .* is damaged"),
        (
            "UPDATE seats SET score = json_set(score, '$.total', 99) WHERE number = 1 AND seat = 0",
            "game 1 .*: the scores should be",
        ),
    ],
)
def test_a_table_that_was_changed_is_found(folder, statement, sentence):
    change(folder, statement)
    with pytest.raises(RunVerifyError, match=sentence):
        verify(folder)


def test_seats_that_are_missing_are_found(folder):
    change(folder, "DELETE FROM seats WHERE number = 1")
    with pytest.raises(StoreError, match="4 games recorded, but the seats of 3 only"):
        verify(folder)

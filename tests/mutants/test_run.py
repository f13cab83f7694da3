"""The whole tool on a few mutants, as a program."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.report import equivalents

ROOT = Path(__file__).parents[2]


def run(*words):
    command = [sys.executable, "-m", "tests.mutants", *map(str, words)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)


def contents():
    """The files that are altered."""
    cards = ROOT / "referee" / "rules" / "cards"
    return [(cards / name).read_bytes() for name in ("rank_2.py", "income.py")]


@pytest.mark.xdist_group("mutants")
def test_scenarios_notice_broken_rules_and_the_working_tree_stays_as_it_is():
    before = contents()
    done = run("--module", "cards/rank_2", "--module", "cards/income", "--sample", 12, "--seed", 3, "--json")
    assert contents() == before
    report = json.loads(done.stdout)
    *rows, total = report["modules"]
    assert {row["module"] for row in rows} == {"referee.rules.cards.rank_2", "referee.rules.cards.income"}
    assert total["mutants"] == 12
    assert total["killed"] >= 10
    assert done.returncode == (1 if report["survivors"] else 0)
    for survivor in report["survivors"]:
        line = (ROOT / survivor["file"]).read_text().splitlines()[survivor["line_number"] - 1]
        assert line.strip() == survivor["line"]


def test_a_module_that_is_not_there_is_named():
    done = run("--module", "rank_10")
    assert "no module 'rank_10'" in done.stderr
    assert done.returncode == 1


def test_every_mutant_that_is_listed_as_equivalent_exists_and_says_why():
    from tests.mutants.__main__ import TARGETS, files, mutants_of

    there = {one.key for path in files(ROOT, list(TARGETS)) for one in mutants_of(ROOT, path)}
    for key, reason in equivalents().items():
        assert key in there, key
        assert len(reason.split()) >= 3


NOTHING = """
import json, shutil, sys
from dataclasses import replace
from pathlib import Path
from tests.mutants.laboratory import Laboratory
from tests.mutants.__main__ import COPIED, ROOT, files, mutants_of

folder = Path(sys.argv[1])
for part in COPIED:
    shutil.copytree(ROOT / part, folder / part)
found = [one for path in files(folder, ["flow", "cards/rank_2"]) for one in mutants_of(folder, path)]
first = {(one.key.module, one.key.function): one for one in found}.values()


def unaltered(one):
    name, index = one.place
    there = getattr(one.parent, name)
    return replace(one, instead=there if index is None else there[index])


laboratory = Laboratory(folder)
verdicts = laboratory.examine(map(unaltered, first), 2)
print(json.dumps([(one.mutant.key.function, one.killed) for one in verdicts]))
"""


@pytest.mark.xdist_group("mutants")
def test_what_is_not_altered_is_not_noticed(tmp_path):
    command = [sys.executable, "-c", NOTHING, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    verdicts = json.loads(done.stdout)
    assert len(verdicts) > 20
    assert {killed for _, killed in verdicts} == {None}

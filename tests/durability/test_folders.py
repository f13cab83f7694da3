"""The folder of a run belongs to one plan and to one referee at a time."""

import os
import signal
import subprocess
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from referee.tournament.plan import Plan, PlannedBot
from referee.tournament.store import PlanMismatchError, create, resume
from referee.tournament.until import Until
from tests.durability.program import DEADLINE_S, DICER, ROOT, done, new_run, rest_of_run, results
from tests.tournament.factory import plan

FIXED = {"format", "version", "seed", "commitment"}
"""Of a plan; another one is another kind of file, and the seed goes with its commitment."""


def other(value: Any) -> Any:
    """Return another value of the same kind."""
    match value:
        case bool():
            return not value
        case None:
            return Until(None, 95, strict=False, first_look=20)
        case int():
            return value + 1
        case str():
            return {"play-on": "forfeit"}.get(value, value + "x")
        case Struct():
            last = value.__struct_fields__[-1]
            return msgspec.structs.replace(value, **{last: other(getattr(value, last))})
        case tuple():
            return value[:-1]
    raise AssertionError(f"say what else {value!r} may be")


@pytest.mark.parametrize("field", [name for name in Plan.__struct_fields__ if name not in FIXED])
def test_a_plan_that_differs_in_any_respect_is_refused_with_the_difference(tmp_path, field):
    stored = plan()
    create(tmp_path, stored).close()
    wanted = msgspec.structs.replace(stored, **{field: other(getattr(stored, field))})
    with pytest.raises(PlanMismatchError) as caught:
        resume(tmp_path, wanted)
    named = "number of bots" if field == "bots" else field
    assert [sentence for sentence in caught.value.differences if sentence.startswith(named)]
    resume(tmp_path, stored).close()


def test_a_plan_of_another_seed_is_refused(tmp_path):
    create(tmp_path, plan(seed="one")).close()
    with pytest.raises(PlanMismatchError, match="the seed is another one"):
        resume(tmp_path, plan(seed="another"))


@pytest.mark.parametrize("field", PlannedBot.__struct_fields__)
def test_a_bot_may_lie_elsewhere_but_not_be_another(tmp_path, field):
    stored = plan()
    create(tmp_path, stored).close()
    changed = msgspec.structs.replace(stored.bots[0], **{field: other(getattr(stored.bots[0], field))})
    wanted = msgspec.structs.replace(stored, bots=(changed, *stored.bots[1:]))
    if field in {"argv", "folder", "source"}:
        resume(tmp_path, wanted).close()
    else:
        with pytest.raises(PlanMismatchError, match="bot"):
            resume(tmp_path, wanted)


def test_a_second_referee_is_refused_until_the_first_is_killed(tmp_path):
    asked = tmp_path / "asked"
    os.mkfifo(asked)
    folder = tmp_path / "run"
    holder = f"{DICER.with_name('holder.py')} {asked} {tmp_path / 'go'}"
    first = new_run(folder, f"python3 {holder}", DICER, games=4, workers=1)
    with subprocess.Popen(first, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        asked.read_text()
        told = done(rest_of_run(folder), status=5).stderr
        assert told.endswith(f"Error: another referee is at work in {folder}\n")
        process.send_signal(signal.SIGKILL)
        process.wait(DEADLINE_S)
    (tmp_path / "go").touch()
    done(rest_of_run(folder))
    assert results(folder).count(b"\n") == 4

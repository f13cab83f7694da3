"""New bots in a finished run: what they miss is played, what was played stays."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.bots import resolve
from referee.tournament.balance import balances
from referee.tournament.driver import drive, play
from referee.tournament.export import export
from referee.tournament.ladder import joined
from referee.tournament.newcomers import newcomers_lineups
from referee.tournament.plan import PlanError, Stop, commitments, load
from referee.tournament.schedule import lineup, spec
from referee.tournament.spans import block_games, blocks
from referee.tournament.store import PlanMismatchError, StoreError, create, read, resume
from referee.tournament.verify import PlanVerifyError, verify_deals, verify_run
from tests.tournament.factory import command, plan, record
from tests.tournament.real import BOTS, bot, played, real_plan
from tests.tournament.test_driver import Prompt


@settings(max_examples=30)
@given(st.integers(2, 8), st.data())
def test_newcomers_meet_everybody_as_often_as_wanted(seats, data):
    field = data.draw(st.integers(seats - 1, 15))
    newcomers, wanted = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 6))
    lineups = newcomers_lineups(field, newcomers, seats, wanted, "seed")
    met = Counter(pair for one in lineups for pair in combinations(one, 2))
    meetings = [met[pair] for pair in combinations(range(field + newcomers), 2) if pair[1] >= field]
    assert all(len(set(one)) == seats and max(one) >= field for one in lineups)
    assert min(meetings) >= wanted
    assert sum(meetings) <= (wanted + seats) * len(meetings)


@pytest.fixture
def base(tmp_path):
    """A finished run of six bots, twenty blocks."""
    of = plan(6, seats=3, games=60)
    with create(tmp_path / "run", of) as run:
        drive(run, Prompt(of), workers=2, report=lambda _: None)
        run.reveal()
    return tmp_path / "run"


def test_what_was_planned_is_the_beginning_of_what_is(base):
    with resume(base) as run:
        old = run.plan
        new = joined(run, [command("late", "new"), command("bot0", "newer")], "fresh seed")
        run.extend(new)
        assert [spec(new, number) for number in range(60)] == [spec(old, number) for number in range(60)]
        assert list(run.missing()) == list(range(60, new.games))
    assert [one.name for one in new.bots[6:]] == ["late", "bot0-2"]
    for block in range(20, blocks(new)):
        assert max(lineup(new, block)) >= 6
    assert {game.seed for game in specs(old)} & {game.seed for game in specs(new)[60:]} == set()
    [balance] = balances(new, range(new.games))
    assert balance.meetings.least > 0


def specs(of):
    return [spec(of, number) for number in range(of.games)]


def test_newcomers_meet_the_others_as_these_have_met(base):
    with resume(base) as run:
        new = joined(run, [command("late", "new")], "fresh seed")
    met = Counter(pair for block in range(20, blocks(new)) for pair in combinations(lineup(new, block), 2))
    assert {met[other, 6] for other in range(6)} == {4}
    assert new.stages[-1].meetings == 20 * 3 // 15 == 4


def test_the_new_games_have_a_secret_of_their_own(base):
    with resume(base) as run:
        old = run.plan
        run.extend(joined(run, [command("late", "new")], "fresh seed"))
    text = (base / "plan.json").read_text()
    assert "fresh seed" not in text
    assert f'"seed": "{old.seed}"' in text
    assert (base / "seed.txt").read_text() == "fresh seed"
    assert commitments(load(base))[0] == old.commitment
    with resume(base) as run:
        drive(run, Prompt(run.plan), workers=2, report=lambda _: None)
        run.reveal()
        again = joined(run, [command("later", "newest")], "another seed")
        assert len(set(commitments(again))) == 3
        assert again.stages[-1].start == run.count()


def test_a_folder_that_was_not_quite_extended_is_as_it_was(base, monkeypatch):
    before = (base / "plan.json").read_bytes()
    with resume(base) as run, monkeypatch.context() as patched:
        patched.setattr("referee.tournament.plan.seal", full_disk)
        with pytest.raises(StoreError, match="cannot be written"):
            run.extend(joined(run, [command("late", "new")], "fresh seed"))
    assert (base / "plan.json").read_bytes() == before
    with resume(base) as run:
        assert len(run.plan.bots) == 6
        run.extend(joined(run, [command("late", "new")], "fresh seed"))


def full_disk(*_):
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize(
    ("of", "games", "sentence"),
    [
        (plan(6, games=60), 59, "the run is not finished"),
        (plan(2, games=12), 12, "bots play there more than once"),
        (plan(6, games=12, form="gauntlet"), 12, "only a round-robin takes new bots in"),
        (plan(6, games=60, stop=Stop(seconds=9)), 4, "the run is not finished"),
    ],
)
def test_runs_that_cannot_be_joined_say_why(tmp_path, of, games, sentence):
    with create(tmp_path, of) as run:
        run.record([record(of, number) for number in range(games)])
        with pytest.raises(PlanError, match=sentence):
            joined(run, [command("late", "new")], "seed")


def test_a_bot_that_plays_there_already_is_refused(base):
    with resume(base) as run, pytest.raises(PlanError, match=r"other is in .* already, as bot"):
        joined(run, [command("other")], "seed")


def test_a_run_that_time_ended_is_joined_where_it_ended(tmp_path):
    of = plan(6, games=3_000_000, stop=Stop(seconds=9))
    with create(tmp_path, of) as run:
        run.record([record(of, number) for number in range(30)])
        new = joined(run, [command("late", "else")], "fresh seed")
    assert new.stages[1].start == 30
    assert [spec(new, number) for number in range(30)] == [spec(of, number) for number in range(30)]
    assert block_games(new, 10) == range(30, 33)
    assert new.stop == Stop()
    assert new.games < 1000


def test_old_games_keep_their_bytes_and_all_hold(tmp_path):
    folder = tmp_path / "run"
    played(folder, real_plan(bot("dicer"), bot("quitter"), games=4))
    before = exported(folder)
    program = tmp_path / "late.py"
    program.write_text((BOTS / "dicer.py").read_text() + "# another version\n")
    with resume(folder) as run:
        run.extend(joined(run, [resolve(str(program))], "fresh seed"))
        play(run, workers=1, pin=False, report=lambda _: None)
    assert exported(folder)[:4] == before
    assert len(exported(folder)) == 12
    with read(folder) as run:
        assert verify_run(run, lambda _: None).games == 12
        assert verify_deals(run, lambda _: None).games == 12
        *stages, last = run.plan.stages
        run.plan = replace(run.plan, stages=(*stages, replace(last, meetings=3)))
        with pytest.raises(PlanVerifyError, match="lineups of the new bots do not follow from their seed"):
            verify_deals(run, lambda _: None)
    program.write_text("print()")
    with pytest.raises(
        PlanMismatchError, match="the program of bot late is not the one that the run began with"
    ):
        resume(folder)


def exported(folder):
    with read(folder) as run:
        return list(export(run, "jsonl"))

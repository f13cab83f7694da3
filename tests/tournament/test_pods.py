"""Pods and their final: drawn by the seed, decided by results, resumed and verified."""

import pytest
from msgspec.structs import replace

from referee.tournament.driver import drive, play
from referee.tournament.export import export
from referee.tournament.finalists import decide, finalists
from referee.tournament.happenings import GamesRecorded
from referee.tournament.plan import PlanError, digest, load
from referee.tournament.planning import Format
from referee.tournament.pods import draw_pods
from referee.tournament.stages import Final, RoundRobin
from referee.tournament.standings import half_points
from referee.tournament.store import create, read, resume
from referee.tournament.verify import PlanVerifyError, verify_deals, verify_run
from tests.tournament.factory import plan, record
from tests.tournament.real import bot, played, real_plan
from tests.tournament.test_driver import Prompt


class Following(Prompt):
    """Makes games up by the plan as it stands."""

    def __init__(self, run):
        self.run = run
        super().__init__(run.plan)

    def settle(self):
        self.of = self.run.plan
        super().settle()


def pods_plan(bots=14, seats=3, games=90, **more):
    return plan(bots, seats=seats, games=games, form="pods", **more)


def exported(folder):
    with read(folder) as run:
        return b"".join(export(run, "jsonl"))


def test_everybody_is_drawn_into_one_pod_and_plays_there_alike():
    of = pods_plan(bots=23, games=690, pods=4, advance=2, final_games=60)
    *pods, final = of.stages
    assert sorted(member for pod in pods for member in pod.bots) == list(range(23))
    assert sorted(len(pod.bots) for pod in pods) == [5, 6, 6, 6]
    assert all(isinstance(pod, RoundRobin) for pod in pods)
    assert {pod.games // 3 * 3 for pod in pods} == {pod.games for pod in pods}
    assert {round(pod.games / len(pod.bots)) for pod in pods} == {30}
    assert final == Final(start=sum(pod.games for pod in pods), games=60, advance=2)
    assert of.games == final.start + 60


def test_the_seed_draws_the_pods():
    assert pods_plan(seed="a").stages != pods_plan(seed="b").stages
    assert pods_plan(seed="a").stages == pods_plan(seed="a").stages


def test_an_author_is_spread_over_the_pods():
    pods = draw_pods("aaabbbcccxyz", 3, "seed")
    assert [sorted("aaabbbcccxyz"[member] for member in pod)[:3] for pod in pods] == [["a", "b", "c"]] * 3


@pytest.mark.parametrize(
    ("bots", "more", "sentence"),
    [
        (5, {}, "2 pods of 2 bots are too small for tables of 3: take fewer pods"),
        (14, {"pods": 5}, "5 pods of 2 bots are too small"),
        (14, {"pods": 2, "advance": 7}, "7 of each pod cannot advance where a pod has 7 bots"),
        (14, {"pods": 2, "advance": 1}, "2 pods send 2 bots into a final of 3: let more advance"),
        (
            14,
            {"pods": 2, "advance": 2, "authors": "aaaaaaaaaaaabc"},
            "a pod has bots of fewer authors than 3",
        ),
        (14, {"pods": 2, "advance": 2, "authors": "aaaaaabbbbbbcd"}, "too few authors might reach the final"),
    ],
)
def test_pods_that_cannot_be_are_refused(bots, more, sentence):
    with pytest.raises(PlanError, match=sentence):
        pods_plan(bots, **more)


def test_the_best_of_each_pod_reach_the_final(tmp_path):
    of = pods_plan(pods=2, advance=3)
    final = of.stages[-1]
    with create(tmp_path, of) as run:
        assert list(run.missing()) == list(range(final.start))
        records = [record(of, number) for number in range(final.start)]
        run.record(records[:-1])
        assert not decide(run)
        run.record(records[-1:])
        before = digest(run.plan)
        assert decide(run)
        assert not decide(run)
        assert digest(run.plan) == before
        assert load(tmp_path) == run.plan
        assert list(run.missing()) == list(range(final.start, of.games))
        reached = run.plan.stages[-1].bots
    points = dict.fromkeys(range(14), 0.0)
    for game in records:
        for seat, member in enumerate(game.bots):
            points[member] += half_points(game.ranks, seat)
    assert len(reached) == 6
    for pod in of.stages[:-1]:
        inside = [points[member] / appearances(records, member) for member in pod.bots if member in reached]
        outside = [
            points[member] / appearances(records, member) for member in pod.bots if member not in reached
        ]
        assert len(inside) == 3
        assert min(inside) >= max(outside)


def appearances(records, member):
    return sum(member in game.bots for game in records)


def test_ties_are_broken_by_score_and_then_by_lot():
    of = pods_plan(pods=2, advance=2)
    level = [replace(record(of, number), ranks=(1, 1, 1)) for number in range(of.stages[-1].start)]
    scored = [by_name(game) for game in level]
    best = sorted(member for pod in of.stages[:-1] for member in sorted(pod.bots)[-2:])
    assert finalists(of, scored) == tuple(best)
    drawn = [replace(game, scores=(game.scores[0],) * 3) for game in level]
    assert finalists(of, drawn) == finalists(of, reversed(drawn)) != tuple(best)


def by_name(game):
    """The game with the number of each bot as its score."""
    scores = [replace(one, total=member) for one, member in zip(game.scores, game.bots, strict=True)]
    return replace(game, scores=tuple(scores))


def test_the_driver_goes_on_with_the_final(tmp_path):
    of = pods_plan()
    final = of.stages[-1]
    with create(tmp_path, of) as run:
        outcome = drive(run, Following(run), workers=2, report=lambda _: None)
        assert (outcome.games, outcome.planned) == (of.games, of.games)
        reached = run.plan.stages[-1].bots
        in_final = [result.bots for result in run.results() if result.number >= final.start]
        assert {member for members in in_final for member in members} == set(reached)


@pytest.fixture(scope="module")
def pods_run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pods") / "run"
    of = real_plan(*[bot("dicer")] * 8, games=16, form=Format("pods", 2, 2, 8))
    assert played(folder, of).games == 24
    return folder, of


def test_a_final_is_the_same_however_it_is_played(pods_run, tmp_path):
    folder, of = pods_run
    with create(tmp_path / "run", of) as run:
        play(run, workers=2, pin=False, report=lambda _: None)
    assert exported(tmp_path / "run") == exported(folder)


def test_a_run_that_stopped_before_its_final_goes_on(pods_run, tmp_path):
    folder, of = pods_run

    def stop(happening):
        if isinstance(happening, GamesRecorded) and happening.recorded >= of.stages[-1].start:
            raise KeyboardInterrupt

    with create(tmp_path / "run", of) as run, pytest.raises(KeyboardInterrupt):
        play(run, workers=1, pin=False, report=stop)
    with resume(tmp_path / "run") as run:
        assert run.count() >= of.stages[-1].start
        play(run, workers=1, pin=False, report=lambda _: None)
    assert exported(tmp_path / "run") == exported(folder)


@pytest.mark.parametrize("hold", [verify_run, verify_deals])
def test_a_run_with_a_final_holds(pods_run, hold):
    with read(pods_run[0]) as run:
        assert hold(run, lambda _: None).games == 24


def test_others_in_the_pods_or_in_the_final_are_found(pods_run):
    with read(pods_run[0]) as run:
        one, other, final = run.plan.stages
        left_out = next(member for member in one.bots if member not in final.bots)
        forged = replace(final, bots=(left_out, *final.bots[1:]))
        run.plan = replace(run.plan, stages=(one, other, forged))
        with pytest.raises(PlanVerifyError, match="others than planned should have reached the final"):
            verify_deals(run, lambda _: None)
        exchanged = (replace(one, bots=other.bots), replace(other, bots=one.bots), final)
        run.plan = replace(run.plan, stages=exchanged)
        with pytest.raises(PlanVerifyError, match="the pods do not follow from the seed"):
            verify_deals(run, lambda _: None)

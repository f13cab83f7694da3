from pathlib import Path

import pytest

from referee.scenario.problems import ScenarioError
from referee.scenario.runner import run_paths
from tests.scenario.authoring import RULES, one, problems

TURN = "{at: P1 turn as bishop, gathered: true, P1: {gold: 3, hand: [tavern, manor]}}"


def test_a_right_scenario_has_no_problems() -> None:
    steps = """
    - {ask: P1 turn as bishop, exactly: [build manor, build tavern, end_turn]}
    - do: P1 build manor
    - {events: [gold_paid P1 3, card_played P1 manor, district_built P1 manor], exactly: true}
    - state: {P1: {gold: 0, hand: 1}}
    """
    assert problems(one(TURN, steps)) == []


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        ("ask: P1 pick", "6:14: expected `P1 pick`, found `P1 turn as bishop`"),
        ("ask: P1 turn as king", "6:14: expected `P1 turn as king`, found `P1 turn as bishop`"),
        ("ask: game over", "6:14: expected `game over`, found `P1 turn as bishop`"),
        (
            "{ask: P1 turn, options: [build keep, build manor]}",
            "6:34: expected the option `build keep`, found `build manor`, `build tavern`, `end_turn`",
        ),
        (
            "{ask: P1 turn, not: [smithy, build]}",
            "6:38: expected no option `build`, found `build manor`, `build tavern`, `end_turn`",
        ),
        (
            "{ask: P1 turn, exactly: [build tavern, end_turn]}",
            "6:15: expected no further option, found `build manor`",
        ),
        (
            "do: P1 build keep",
            "6:13: `P1 build keep` is refused by build-from-hand (P1 has no keep in hand.); asked is `P1 turn as "
            "bishop`, with the options `build manor`, `build tavern`, `end_turn`",
        ),
        (
            "{refuse: P1 build keep, rule: build-limit-one}",
            "6:18: `P1 build keep`: expected build-limit-one to refuse it, it is refused by build-from-hand "
            "(P1 has no keep in hand.)",
        ),
        (
            "{refuse: P1 build keep, rule: build-from-hand, code: duplicate}",
            "6:18: `P1 build keep`: expected the code duplicate, found not_in_hand",
        ),
        (
            "{refuse: P1 build manor, rule: build-limit-one}",
            "6:18: `P1 build manor`: expected build-limit-one to refuse it, but it is legal",
        ),
        ("state: {P1: {gold: 4}}", "6:28: P1.gold: expected 4, found 3"),
        ("state: {P1: {hand: [manor]}}", "6:28: P1.hand: expected [manor], found [manor, tavern]"),
        ("state: {P1: {hand: 3}}", "6:28: P1.hand: expected 3, found [manor, tavern]"),
        ("state: {crown: P3}", "6:24: crown: expected P3, found P0"),
        ("state: {turn: {gathered: false}}", "6:34: turn.gathered: expected false, found true"),
        ("state: {crwon: P0}", "6:17: unknown part of it `crwon`: did you mean `crown`?"),
        ("state: {P4: {gold: 2}}", "6:17: unknown part of it `P4`"),
        ("view: {P0: {you: {hand: [manor]}}}", "6:33: P0.you.hand: expected [manor], found []"),
        ("view: {P0: {players: {P1: {hand: 3}}}}", "6:42: P0.players.P1.hand: expected 3, found 2"),
        ("view: {P0: {turn: {seat: P2}}}", "6:34: P0.turn.seat: expected P2, found 1"),
        ("view: {P0: {turn: null}}", "6:27: P0.turn: expected null, found {seat: 1, "),
        ("scores: {P0: {total: 3}}", "6:17: expected the game to be over, found `P1 turn as bishop`"),
    ],
)
def test_a_wrong_expectation_shows_both_sides(step: str, problem: str) -> None:
    (found,) = problems(one(TURN, f"- {step}"))
    assert found.startswith(problem)


def test_wrong_events_show_what_happened() -> None:
    steps = """
    - do: P1 build manor
    - events: [district_built P1 manor, gold_paid P1, crown_moved]
    - {events: gold_paid, not: district_built, exactly: true}
    """
    happened = ":\n    gold_paid P1 3 build\n    card_played P1 manor 0\n    district_built P1 manor 0"
    assert problems(one(TURN, steps)) == [
        f"7:43: expected the event `gold_paid P1` later than the one before, found{happened}",
        f"7:57: expected the event `crown_moved` some time, found{happened}",
        f"8:18: expected 1 events, found 3{happened}",
        f"8:34: expected no event `district_built`, found{happened}",
    ]


def test_all_wrong_expectations_are_reported_but_nothing_after_an_impossible_action() -> None:
    steps = """
    - state: {P1: {gold: 9}, crown: P3}
    - ask: P2 turn
    - do: [P1 build manor, P1 build tavern]
    - state: {P1: {gold: 9}}
    """
    places = [problem.split(":")[:2] for problem in problems(one(TURN, steps))]
    assert places == [["6", "28"], ["6", "39"], ["7", "14"], ["8", "30"]]


def test_a_refusal_that_should_have_been_leaves_the_state_for_the_rest() -> None:
    steps = """
    - {refuse: P1 build manor, rule: build-limit-one}
    - state: {P1: {gold: 3, hand: [manor, tavern]}}
    """
    assert len(problems(one(TURN, steps))) == 1


def test_until_takes_defaults_and_says_when_it_never_comes() -> None:
    steps = """
    - until: round 2
    - ask: P0 pick
    - until: game over
    - scores: {P0: {rank: 1}}
    - until: P1 turn
    - ask: P1 turn
    """
    position = "{at: P1 turn as bishop, round_limit: 3, P0: {city: [palace]}}"
    assert problems(one(position, steps)) == [
        "10:16: expected `P1 turn` some time, found `game over` at the end"
    ]


@pytest.mark.parametrize(
    ("setup", "problem"),
    [
        (
            "{seats: 4}\n    refuse: nine-required-3-or-8",
            "the setup is accepted, expected nine-required-3-or-8 to",
        ),
        ("{seats: 9}\n    steps: []", "the setup is refused by rules-baseline-4-8 ("),
        ("{seats: 9}\n    refuse: queen-needs-five", "the setup is refused by rules-baseline-4-8 ("),
        ("{seats: 5}\n    steps: [state: {P5: {gold: 2}}]", "unknown part of it `P5`"),
    ],
)
def test_setups_that_turn_out_otherwise(setup: str, problem: str) -> None:
    text = f"scenarios:\n  - title: t\n    rules: [build-limit-one]\n    setup: {setup}\n"
    (found,) = problems(text)
    assert found.split(": ", 1)[1].startswith(problem)


def test_a_setup_plays_on() -> None:
    text = """\
    scenarios:
      - title: t
        rules: [build-limit-one]
        setup: {seats: 3, preset: first-game, seed: abc}
        steps:
          - events: [cards_gained P0 4 setup, round_started 1]
          - state: {cast: 9, P2: {hand: 4}}
    """
    assert problems(text) == []


def test_files_that_cannot_be_read_do_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("scenarios: [")
    (tmp_path / "b.yaml").write_text(one(TURN, "- ask: P1 turn"))
    (tmp_path / "c.yaml").write_text(one(TURN, "- ask: P2 turn"))
    report = run_paths([tmp_path], RULES)
    assert (report.files, report.scenarios, report.failed) == (3, 2, 1)
    assert [Path(problem.file).name for problem in report.problems] == ["a.yaml", "c.yaml"]
    with pytest.raises(ScenarioError):
        run_paths([tmp_path / "d.yaml"], RULES)

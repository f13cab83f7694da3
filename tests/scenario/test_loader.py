from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.scenario.loader import load_file, scenario_files
from referee.scenario.model import Ask, Do, Events, Refuse, SetupCase
from referee.scenario.problems import ScenarioError
from referee.scenario.runner import run_scenario
from tests.scenario.authoring import RULES, load, one


def mistakes(text: str) -> list[str]:
    with pytest.raises(ScenarioError) as error:
        load(text)
    return [str(problem).removeprefix("f.yaml:") for problem in error.value.problems]


def test_all_mistakes_of_a_file_are_reported_at_once() -> None:
    assert mistakes(
        """\
        edition: 2016
        scenarios:
          - title: one
            rules: [build-limit-oen]
            position:
              at: P1 turn as bishop
              crwon: P2
              P1: {gold: -1, hand: [maket], city: [keep+, tavern-]}
              cast: [bishop, emporer]
            steps:
              - ask: P1 trun
              - do: P1 biuld keep
              - refuse: P1 build keep
              - refuse: P1 build keep
                rule: build-from-hand
                cod: not_in_hand
              - events: [gold_gained P1 two]
              - {do: P1 end_turn, until: game over}
              - wait: 3
          - rules: []
            position: {}
        """
    ) == [
        "4:13: unknown rule `build-limit-oen`: did you mean `build-limit-one`?",
        "7:7: unknown key of a position `crwon`: did you mean `crown`?",
        "8:18: expected a whole number of 0 or more, found `-1`",
        "8:29: unknown district `maket`: did you mean `market`?",
        "8:51: unknown district `tavern-`: did you mean `tavern`?",
        "9:22: unknown character `emporer`: did you mean `emperor`?",
        "11:14: `P1 trun` is no question: say `P1 pick` or `P1 theater` or `P1 gather` or `P1 bewitch` or "
        "`P1 bribe` or `P1 reveal_threat` or `P1 turn` or `P1 keep` or `P1 confiscate` or `P1 take_card` or "
        "`P1 give_cards` or `P1 pass_crown`, or `game over`",
        "12:13: unknown action `biuld`: did you mean `build`?",
        "13:9: `rule` is missing",
        "16:9: unknown key of the step `refuse` `cod`: did you mean `code`?",
        "17:18: `two` cannot be the gold of `gold_gained`: Expected `int`, got `str`",
        "18:9: a step is of exactly one kind: this one has do, until",
        "19:9: unknown key of a step `wait`",
        "19:9: a step is of exactly one kind: one of ask, do, refuse, until, events, state, view, scores",
        "20:5: `title` is missing",
        "20:5: `steps` is missing",
        "20:12: name at least one rule",
        "21:15: a position says where it is: `at: P1 turn as king`, `at: call thief`, …",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "1:1: expected a mapping, found a list"),
        ("edition: 2016", "1:1: `scenarios`, the list of cases, is missing"),
        ("edition: 2017\nscenarios: []", "1:10: unknown edition `2017`: did you mean `2016`?"),
        ("scenarios: {}", "1:12: expected a list, found a mapping"),
        ("scenarios: [3]", "1:13: expected a mapping, found `3`"),
        ("scenario: []", "1:1: unknown key of a scenario file `scenario`: did you mean `scenarios`?"),
    ],
)
def test_a_file_that_is_no_scenario_file(text: str, message: str) -> None:
    assert message in mistakes(text)


@pytest.mark.parametrize("at", ["selektion", "P9 turn as king", "P1 turn", "turn as king", "call 3 times"])
def test_a_point_that_does_not_exist(at: str) -> None:
    (message,) = mistakes(one(f"{{at: {at}}}", "- ask: game over"))
    assert "is no point of a round" in message


def test_a_setup_and_a_position_exclude_each_other() -> None:
    head = "scenarios:\n  - {title: t, rules: [build-limit-one], steps: [], "
    assert mistakes(head + "setup: {seats: 4}, position: {at: scoring}}") == [
        "2:72: a scenario has a position or a setup, not both"
    ]
    assert mistakes(head + "position: {at: scoring}, refuse: build-limit-one}") == [
        "2:78: `refuse` stands here beside a `setup` only"
    ]
    assert mistakes(head + "setup: {preset: first-game, cast: []}}") == [
        "2:60: a setup has a preset, or a cast and districts",
        "2:60: `seats` is missing",
    ]


def test_a_refused_setup_has_no_steps() -> None:
    text = "scenarios:\n  - {title: t, rules: [SEL-18], setup: {seats: 8}, refuse: nine-required-3-or-8, steps: []}\n"
    assert mistakes(text) == ["2:82: a setup that is refused has no steps"]


SAMPLE = one(
    "{at: P1 turn as king, gathered: true, crown: P1, P1: {gold: 5, hand: [keep], city: [tavern+]}}",
    """
    - {ask: P1 turn as king, options: build, not: [end_turn]}
    - {refuse: P1 build keep cards [tavern], rule: build-pay-cost, code: bad_payment}
    - do: [P1 build keep, P1 end_turn]
    - {events: gold_paid P1 3, as: P0, exactly: true}
    - {state: {P1: {gold: 2}, deck: {top: []}}, until: round 2}
    - view: {P0: {players: {P1: {gold: 2}}}}
    - until: round 2
    - scores: {P0: {total: 1}}
    """,
)


@given(st.data())
def test_whatever_is_written_is_read_run_or_refused(data: st.DataObject) -> None:
    text = SAMPLE
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(start + 8, len(text))))
        piece = data.draw(
            st.text(max_size=6) | st.sampled_from(["[", "]", "{", "}", "9" * 5000, "P7", "\n", "- "])
        )
        text = text[:start] + piece + text[end:]
    with suppress(ScenarioError):
        for scenario in load(text).scenarios:
            run_scenario(scenario)


def test_two_scenarios_of_one_title() -> None:
    case = "  - {title: t, rules: [build-limit-one], position: {at: scoring}, steps: [ask: game over]}\n"
    assert mistakes("scenarios:\n" + case + case) == ["3:5: another scenario has the same title (line 2)"]


def test_what_a_file_says_is_understood() -> None:
    (scenario,) = load(
        one(
            "{at: P1 turn as king, P1: {hand: [keep]}}",
            """
            - {ask: P1 turn as king, options: build, not: [end_turn]}
            - do: [P1 gather_gold, P1 build keep]
            - {refuse: P1 build keep, rule: build-from-hand, code: not_in_hand}
            - {events: gold_paid, as: P0, exactly: true}
            """,
        )
    ).scenarios
    ask, do, refuse, events = scenario.steps
    assert isinstance(ask, Ask)
    assert (ask.asked.seat, ask.asked.decision, ask.asked.character) == (1, "turn", "king")
    assert isinstance(do, Do)
    assert [move.text for move in do.moves] == ["P1 gather_gold", "P1 build keep"]
    assert isinstance(refuse, Refuse)
    assert (refuse.rule, refuse.code) == ("build-from-hand", "not_in_hand")
    assert isinstance(events, Events)
    assert (events.seen_by, events.exactly) == (0, True)
    assert scenario.cites() == {"build-limit-one", "build-from-hand"}
    assert scenario.refuses() == {"build-from-hand"}


def test_the_base_position_is_refined_key_by_key() -> None:
    (scenario,) = load(
        """\
        position:
          at: P1 turn as king
          crown: P1
          P1: {gold: 5, hand: [keep]}
        scenarios:
          - title: t
            rules: [build-limit-one]
            position: {crown: P1, P1: {hand: [tavern]}, P2: {gold: 1}}
            steps: [ask: P1 turn]
        """
    ).scenarios
    position = scenario.start
    assert not isinstance(position, SetupCase)
    assert (position.players[1].gold, position.players[1].hand) == (5, ("tavern",))
    assert position.players[2].gold == 1


def test_files_below_a_folder_are_found_once_and_in_order(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name in ("z.yaml", "b/a.yaml", "notes.txt"):
        (tmp_path / name).write_text("scenarios: []")
    files = scenario_files([tmp_path, tmp_path / "z.yaml"])
    assert files == [tmp_path / "b/a.yaml", tmp_path / "z.yaml"]
    assert [load_file(path, RULES).scenarios for path in files] == [(), ()]


def test_paths_without_scenarios_are_named(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ScenarioError) as error:
        scenario_files([tmp_path / "empty", tmp_path / "none"])
    assert [problem.message for problem in error.value.problems] == [
        "holds no .yaml file",
        "is no file or folder",
    ]

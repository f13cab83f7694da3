import ast
import re
from pathlib import Path

import pytest

import referee.rules
from protocol.cards import CHARACTERS, UNIQUE_DISTRICTS
from referee.rules import BUILT, PRESETS
from referee.scenario.coverage import measure
from referee.scenario.index import Rule, RuleIndex, find, load_index
from referee.scenario.model import ScenarioFile
from tests.scenario.authoring import load

INDEX = RuleIndex(
    (
        Rule("build-limit-one", "build", "must", "scenario", "One district a turn.", refusal="wanted"),
        Rule("build-optional", "build", "may", "scenario", "Building is voluntary."),
        Rule("build-from-hand", "build", "must", "scenario", "From the hand.", refusal="none"),
        Rule(
            "witch-must-call", "character:witch", "must", "scenario", "", needs=("witch",), refusal="wanted"
        ),
        Rule("comp-6-reference-cards", "setup", "info", "no", "Six cards.", reason="physical"),
        Rule("classic-x", "setup", "info", "setup", "", edition="classic"),
    )
)


def scenarios(rules: str, refused: str = "") -> ScenarioFile:
    refusal = f"\n      - {{refuse: P1 build keep, rule: {refused}}}" if refused else ""
    return load(
        f"scenarios:\n  - title: t\n    rules: [{rules}]\n    position: {{at: P1 turn as king}}\n"
        f"    steps:\n      - ask: P1 turn{refusal}\n"
    )


def test_a_rule_is_covered_when_it_is_cited_and_a_breach_when_it_is_refused() -> None:
    coverage = measure(INDEX, scenarios("build-optional, build-limit-one").scenarios, {"king"})
    assert (coverage.testable, coverage.covered) == (3, 2)
    assert (coverage.refusals_wanted, coverage.refusals_covered) == (1, 0)
    assert coverage.uncovered == ("build-from-hand",)
    assert coverage.refusals_uncovered == ("build-limit-one",)
    assert not coverage.complete


def test_a_refusal_cites_its_rule() -> None:
    coverage = measure(
        INDEX, scenarios("build-optional, build-from-hand", "build-limit-one").scenarios, {"king"}
    )
    assert coverage.complete
    assert coverage.covered == 3


def test_rules_of_cards_that_are_not_built_are_out_of_scope() -> None:
    without = measure(INDEX, [], {"king"})
    assert (without.out_of_scope, without.not_testable) == (1, 1)
    built = measure(INDEX, [], {"king", "witch"})
    assert (built.out_of_scope, built.testable, built.refusals_wanted) == (0, 4, 2)


def test_another_edition_has_its_own_rules() -> None:
    assert measure(INDEX, [], {"king"}, "classic").uncovered == ("classic-x",)


def test_a_refused_setup_counts_as_a_refusal() -> None:
    file = load(
        "scenarios:\n  - title: t\n    rules: [nine-required-3-or-8]\n    setup: {seats: 8}\n"
        "    refuse: nine-required-3-or-8\n"
    )
    index = RuleIndex(tuple(rule for rule in load_index().rules if rule.id == "nine-required-3-or-8"))
    assert measure(index, file.scenarios, BUILT).complete


def test_the_index_is_sound() -> None:
    rules = load_index().rules
    assert len({rule.id for rule in rules}) == len(rules) > 900
    for rule in rules:
        assert rule.text.strip() == rule.text != "", rule.id
        assert (rule.testable == "no") == bool(rule.reason), rule.id
        if rule.testable != "no" and rule.kind in ("must", "cannot"):
            assert rule.refusal, rule.id


def test_refusals_that_point_to_another_rule_point_to_one_that_is_wanted() -> None:
    rules = {rule.id: rule for rule in load_index().rules}
    pointer = "its breach is refused as "
    for rule in rules.values():
        if rule.refusal.startswith(pointer):
            assert rules[rule.refusal.removeprefix(pointer)].refusal == "wanted", rule.id


def test_every_rule_by_which_the_referee_refuses_is_in_the_index_and_wants_a_scenario() -> None:
    rules = {rule.id: rule for rule in load_index().rules}
    refusing = _rule_ids_in_the_code() - set(PRESETS)
    assert len(refusing) > 50
    assert {rule for rule in refusing if rule not in rules} == set()
    testable = {rule for rule in refusing if rules[rule].testable != "no"}
    assert {rule for rule in testable if rules[rule].refusal != "wanted"} == set()


def _rule_ids_in_the_code() -> set[str]:
    """Return the texts in the rules' source that look like the id of a rule; scoring refuses nothing."""
    looks_like = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+|[A-Z][A-Z0-9]{1,2}-[0-9]{2}")
    found: set[str] = set()
    rules = Path(referee.rules.__file__).parent
    for path in set(rules.rglob("*.py")) - set(rules.rglob("scoring.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and looks_like.fullmatch(node.value)
            ):
                found.add(node.value)
    return found


def test_the_needs_of_the_index_are_cards() -> None:
    for rule in load_index().rules:
        assert set(rule.needs) <= {*CHARACTERS, *UNIQUE_DISTRICTS}, rule.id
        assert len(set(rule.needs)) == len(rule.needs), rule.id


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("BUILD-limit-ONE", ["build-limit-one"]),
        ("dck-04", ["DCK-04"]),
        ("thief killed", ["thief-not-killed"]),
        ("no such words", []),
        ("  ", []),
    ],
)
def test_rules_are_found_by_id_or_words(query: str, ids: list[str]) -> None:
    found = [rule.id for rule in find(load_index(), query)]
    assert found[: len(ids)] == ids
    assert bool(found) == bool(ids)


def test_cards_are_found_as_people_write_them() -> None:
    wanted = {rule.id for rule in find(load_index(), "thieves den")}
    assert "thieves-den-refund-gold-only" in wanted
    for query in ("thieves_den", "Thieves' Den", "thieves-den"):
        assert {rule.id for rule in find(load_index(), query)} == wanted


def test_an_index_with_a_mistake_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('[[rule]]\nid = "x"\narea = "a"\nkind = "mustn\'t"\ntestable = "no"\ntext = "t"\n')
    with pytest.raises(ValueError, match="Invalid enum value"):
        load_index(path)

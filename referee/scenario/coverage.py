"""Which rules the scenarios cite, and which breaches they show to be refused."""

from collections.abc import Collection, Iterable

from msgspec import Struct

from referee.scenario.index import WANTED, Rule, RuleIndex
from referee.scenario.model import Scenario


class Coverage(Struct, frozen=True):
    """What is covered of the rules of one edition whose cards are all built.

    `testable` counts the rules a scenario can show, `covered` those that one cites; of the rules that want a
    refusal, `refusals_covered` are shown to be refused with exactly their id. `not_testable` says nothing to test,
    `out_of_scope` are rules about cards that are not built.
    """

    testable: int
    covered: int
    refusals_wanted: int
    refusals_covered: int
    uncovered: tuple[str, ...]
    refusals_uncovered: tuple[str, ...]
    not_testable: int
    out_of_scope: int

    @property
    def complete(self) -> bool:
        """Whether nothing is uncovered."""
        return not self.uncovered and not self.refusals_uncovered


def measure(
    index: RuleIndex, scenarios: Iterable[Scenario], built: Collection[str], edition: str = "2016"
) -> Coverage:
    """Return what `scenarios` cover of the rules of an edition about the cards that are `built`."""
    cited: set[str] = set()
    refused: set[str] = set()
    for scenario in scenarios:
        cited |= scenario.cites()
        refused |= scenario.refuses()
    rules = [rule for rule in index.rules if rule.edition == edition]
    testable = [rule for rule in rules if rule.testable != "no"]
    scope = [rule for rule in testable if _in_scope(rule, built)]
    wanted = [rule.id for rule in scope if rule.refusal == WANTED]
    uncovered = tuple(rule.id for rule in scope if rule.id not in cited)
    unrefused = tuple(rule for rule in wanted if rule not in refused)
    return Coverage(
        testable=len(scope),
        covered=len(scope) - len(uncovered),
        refusals_wanted=len(wanted),
        refusals_covered=len(wanted) - len(unrefused),
        uncovered=uncovered,
        refusals_uncovered=unrefused,
        not_testable=len(rules) - len(testable),
        out_of_scope=len(testable) - len(scope),
    )


def _in_scope(rule: Rule, built: Collection[str]) -> bool:
    return all(card in built for card in rule.needs)

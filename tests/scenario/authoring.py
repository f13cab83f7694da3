"""Helpers for tests that write scenarios as text."""

from textwrap import dedent, indent

from referee.scenario.index import load_index
from referee.scenario.loader import read_scenarios
from referee.scenario.model import ScenarioFile
from referee.scenario.nodes import read_text
from referee.scenario.problems import Problem
from referee.scenario.runner import run_scenario

RULES = load_index().ids


def load(text: str) -> ScenarioFile:
    """Read a file, dedented, called f.yaml."""
    return read_scenarios(read_text(dedent(text), "f.yaml"), "f.yaml", RULES)


def one(position: str, steps: str) -> str:
    """Return a file with one scenario: `position` in braces, `steps` as a list."""
    head = f"scenarios:\n  - title: t\n    rules: [build-limit-one]\n    position: {position}\n    steps:\n"
    return head + indent(dedent(steps).strip("\n"), "      ") + "\n"


def problems(text: str) -> list[str]:
    """Return what goes wrong when the scenarios of a file are run: `line:column: message`."""
    found: list[Problem] = []
    for scenario in load(text).scenarios:
        found += run_scenario(scenario).problems
    return [str(problem).removeprefix("f.yaml:") for problem in found]

"""Scenarios: positions, actions and expectations written by hand, run against the rules.

`loader` reads them and finds every mistake of the author with file and line, `runner` plays them, `index`
is the list of all rules, `coverage` tells which rules no scenario cites.
"""

from referee.scenario.coverage import Coverage, measure
from referee.scenario.index import Rule, RuleIndex, find, load_index
from referee.scenario.loader import citing, load_file, scenario_files
from referee.scenario.model import Scenario, ScenarioFile
from referee.scenario.problems import Problem, ScenarioError
from referee.scenario.runner import Outcome, run_paths, run_scenario

__all__ = [
    "Coverage",
    "Outcome",
    "Problem",
    "Rule",
    "RuleIndex",
    "Scenario",
    "ScenarioError",
    "ScenarioFile",
    "citing",
    "find",
    "load_file",
    "load_index",
    "measure",
    "run_paths",
    "run_scenario",
    "scenario_files",
]

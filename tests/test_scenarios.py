"""Every scenario of the repository is a test of its own."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli.root import cli
from referee.rules import BUILT
from referee.scenario.coverage import measure
from referee.scenario.index import load_index
from referee.scenario.loader import load_file, read_scenarios, scenario_files
from referee.scenario.model import Scenario
from referee.scenario.nodes import read_text
from referee.scenario.problems import ScenarioError
from referee.scenario.runner import run_scenario

FOLDER = Path(__file__).parents[1] / "scenarios"
README = FOLDER / "README.md"
RULES = load_index().ids


def _scenarios() -> Iterator[object]:
    """Yield the scenarios of all files; of a file with mistakes, its error."""
    for path in scenario_files([FOLDER]):
        name = path.relative_to(FOLDER).with_suffix("")
        try:
            loaded = load_file(path, RULES)
        except ScenarioError as error:
            yield pytest.param(error, id=f"{name} can be read")
        else:
            for scenario in loaded.scenarios:
                yield pytest.param(scenario, id=f"{name}: {scenario.title}")


def _readme() -> Iterator[object]:
    """Yield the scenarios of the files that the README shows."""
    text = README.read_text(encoding="utf-8")
    for block in re.finditer(r"^```yaml\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        before = "\n" * text.count("\n", 0, block.start(1))
        root = read_text(before + block[1], "README.md")
        for scenario in read_scenarios(root, "README.md", RULES).scenarios:
            yield pytest.param(scenario, id=scenario.title)


@pytest.mark.parametrize("case", list(_scenarios()))
def test_scenario_holds(case: Scenario | ScenarioError) -> None:
    if isinstance(case, ScenarioError):
        pytest.fail(str(case), pytrace=False)
    problems = run_scenario(case).problems
    assert not problems, "\n".join(map(str, problems))


@pytest.mark.parametrize("scenario", list(_readme()))
def test_example_of_the_readme_holds(scenario: Scenario) -> None:
    problems = run_scenario(scenario).problems
    assert not problems, "\n".join(map(str, problems))


def test_the_dispute_of_the_readme_is_settled_by_its_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = README.read_text(encoding="utf-8")
    (tmp_path / "dispute.yaml").write_text(
        re.findall(r"^```yaml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[0]
    )
    (tmp_path / "scenarios").symlink_to(FOLDER)
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    for line in "".join(blocks).splitlines():
        done = CliRunner().invoke(cli, line.split()[1:])
        assert done.exit_code == 0, f"{line}\n{done.output}"


def test_every_rule_has_its_witness() -> None:
    files = [load_file(path, RULES) for path in scenario_files([FOLDER])]
    measured = measure(load_index(), (one for file in files for one in file.scenarios), BUILT, "2016")
    assert measured.testable > 900
    assert (measured.uncovered, measured.refusals_uncovered) == ((), ())

"""`referee scenario`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.exits import ExitCode
from referee.cli.parameters import json_option, print_json

if TYPE_CHECKING:
    from referee.scenario import Coverage

PATHS = click.Path(path_type=Path, exists=True)


@click.group()
def scenario() -> None:
    """Run scenario files, and see which rules they cover."""


@scenario.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=PATHS)
@json_option
@click.pass_context
def run(ctx: click.Context, paths: tuple[Path, ...], *, as_json: bool) -> None:
    """Run the scenarios in files and folders; each unmet expectation is told with its file and line."""
    from referee.scenario import load_index, run_paths

    report = run_paths(paths, load_index().ids)
    if as_json:
        print_json(report)
    else:
        for problem in report.problems:
            click.echo(problem)
        click.echo(
            f"{report.scenarios - report.failed} of {report.scenarios} scenarios hold, {report.files} files."
        )
    ctx.exit(ExitCode.FOUND if report.problems else ExitCode.OK)


@scenario.command()
@click.argument("paths", metavar="[PATH...]", nargs=-1, type=PATHS)
@click.option("--edition", default="2016", show_default=True, help="Whose rules.")
@json_option
def coverage(paths: tuple[Path, ...], edition: str, *, as_json: bool) -> None:
    """List the rules that no scenario cites, and the breaches that none shows to be refused.

    PATHs are scenario files and folders, by default those of this checkout.
    """
    from referee.rules import BUILT
    from referee.scenario import load_file, load_index, measure, scenario_files
    from referee.scenario.index import FOLDER

    index = load_index()
    if edition not in {rule.edition for rule in index.rules}:
        raise click.UsageError(f"There are no rules of an edition {edition!r}.")
    if not paths and not FOLDER.is_dir():
        raise click.UsageError("An installed referee has no scenarios; name their folder.")
    files = [load_file(path, index.ids) for path in scenario_files(paths or (FOLDER,))]
    measured = measure(index, (one for file in files for one in file.scenarios), BUILT, edition)
    if as_json:
        print_json(measured)
    else:
        _print(measured)


def _print(measured: "Coverage") -> None:
    for rule in measured.uncovered:
        click.echo(f"no scenario cites         {rule}")
    for rule in measured.refusals_uncovered:
        click.echo(f"no scenario is refused by {rule}")
    click.echo(f"{measured.covered} of {measured.testable} rules are cited.")
    click.echo(f"{measured.refusals_covered} of {measured.refusals_wanted} refusals are shown.")
    click.echo(
        f"{measured.out_of_scope} rules are about cards that are not built, "
        f"{measured.not_testable} have nothing to test."
    )

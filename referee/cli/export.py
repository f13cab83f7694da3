"""`referee export`."""

from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

import click

from referee.cli.parameters import FOLDER

if TYPE_CHECKING:
    from referee.tournament.export import ExportFormat


@click.command(short_help="Write a run's results as JSON lines or CSV.")
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option(
    "--format", "form", type=click.Choice(("jsonl", "csv")), default="jsonl", show_default=True,
    help="One JSON line for each game, or one CSV row for each seat of each game.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.File("wb", atomic=True), default="-", help="A file, - for standard output."
)
def export(folder: Path, form: str, output: IO[bytes]) -> None:
    """Write the results of a run in their canonical form, in the order of the plan."""
    from referee.tournament.export import export as lines
    from referee.tournament.store import read

    with read(folder) as run:
        for line in lines(run, cast("ExportFormat", form)):
            output.write(line)

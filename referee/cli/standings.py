"""`referee standings`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.parameters import FOLDER, json_option, print_json

if TYPE_CHECKING:
    from referee.tournament.store import RunReader


@click.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--faults", is_flag=True, help="Show every fault of a bot with its evidence instead.")
@json_option
def standings(folder: Path, *, faults: bool, as_json: bool) -> None:
    """Show the standings of a run, finished or not."""
    from referee.tournament.store import read

    with read(folder) as run:
        if faults:
            _print_faults(run, as_json=as_json)
        else:
            _print_standings(run, as_json=as_json)


def _print_standings(run: "RunReader", *, as_json: bool) -> None:
    from referee.cli.tables import standings_table
    from referee.tournament.standings import as_json as as_object
    from referee.tournament.standings import table

    standing = table(run)
    if as_json:
        print_json(as_object(standing))
    else:
        click.echo(standings_table(standing, run.plan.games))


def _print_faults(run: "RunReader", *, as_json: bool) -> None:
    """Print each fault as a paragraph, or as a line of JSON."""
    import msgspec

    from referee.bots import Fault
    from referee.cli.tables import fault_lines

    for fault in run.fault_reports():
        bot = run.plan.bots[fault.bot].name
        evidence = msgspec.json.decode(fault.evidence, type=Fault)
        if as_json:
            print_json(
                {
                    "game": fault.game,
                    "number": fault.number,
                    "seat": fault.seat,
                    "bot": bot,
                    "fault": evidence,
                }
            )
        else:
            click.echo(f"game {fault.number}, P{fault.seat} {bot}")
            click.echo("\n".join(f"  {line}" for line in fault_lines(evidence)))

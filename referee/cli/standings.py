"""`referee standings`."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.parameters import FOLDER, json_option, print_json
from referee.cli.telling import schedule_facts

if TYPE_CHECKING:
    from referee.tournament.store import RunReader


@click.command(short_help="Work out the statistics of a run from its record.")
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option(
    "--faults",
    is_flag=True,
    help="Show every fault of a bot with its evidence, and every void game, instead.",
)
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, a row for each bot.")
def standings(folder: Path, *, faults: bool, as_json: bool, as_csv: bool) -> None:
    """Work out the statistics of a run from its record, finished or not.

    The first table ranks the bots by their mean points: a game gives 1 to the first, 0 to the last. Intervals hold
    with 95%. Games of blocks that are not complete do not count.
    """
    from referee.tournament.store import read

    if as_csv and (as_json or faults):
        raise click.UsageError("--csv goes with neither --json nor --faults.")
    with read(folder) as run:
        if faults:
            _print_faults(run, as_json=as_json)
        else:
            _print_statistics(run, as_json=as_json, as_csv=as_csv)


def _print_statistics(run: "RunReader", *, as_json: bool, as_csv: bool) -> None:
    import msgspec

    from referee.cli.sections import full
    from referee.cli.tables import schedule_lines
    from referee.tournament.balance import balances
    from referee.tournament.statistics import analyse
    from referee.tournament.statistics.spreadsheet import spreadsheet

    analysis = analyse(run)
    if as_json:
        print_json(msgspec.structs.asdict(analysis) | schedule_facts(run))
    elif as_csv:
        click.echo(spreadsheet(analysis), nl=False)
    else:
        click.echo("\n".join([full(analysis), "", *schedule_lines(balances(run.plan, run.numbers()))]))


def _print_faults(run: "RunReader", *, as_json: bool) -> None:
    """Print each fault and each void game, as a paragraph or a line of JSON; games that a bot sat out are only counted.

    In JSON they are lines like all others.
    """
    import msgspec

    from protocol.codec import printable
    from referee.bots import Fault
    from referee.cli.tables import fault_lines
    from referee.report.wording import counted

    sat_out: Counter[str] = Counter()
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
        elif fault.code == "benched":
            sat_out[bot] += 1
        else:
            click.echo(f"game {fault.number}, P{fault.seat} {bot}")
            click.echo(printable("\n".join(f"  {line}" for line in fault_lines(evidence))))
    for bot, games in sat_out.items():
        click.echo(
            f"{bot}\n  benched: it failed in too many games in a row and sat out {counted(games, 'game')}"
        )
    for void in run.void_games():
        if as_json:
            print_json({"number": void.number, "void": void.reason})
        else:
            click.echo(f"game {void.number} was void and played again: {printable(void.reason)}")

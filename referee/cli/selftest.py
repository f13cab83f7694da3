"""`referee selftest`."""

from typing import TYPE_CHECKING

import click

from referee.cli.exits import ExitCode
from referee.cli.parameters import json_option, nearest, print_json

if TYPE_CHECKING:
    from referee.rules.leaktest import Report

SHOWN_LEAKS = 5


@click.group()
def selftest() -> None:
    """Let the referee prove what it promises, on this machine."""


@selftest.command()
@click.option(
    "--states",
    type=click.IntRange(min=1),
    default=10_000,
    show_default=True,
    help="How many states to compare.",
)
@click.option(
    "--seed", default="leak", show_default=True, help="Any text; the same one gives the same report."
)
@json_option
@click.pass_context
def leak(ctx: click.Context, states: int, seed: str, *, as_json: bool) -> None:
    """Search for hidden information in what the seats are sent.

    States of random games are redrawn in what a seat may not know; what it is sent has to stay the same.
    """
    from referee.cli.logs import logger
    from referee.cli.pace import Ticker
    from referee.rules import leaktest

    log, ticker = logger(ctx), Ticker()

    def progress(compared: int) -> None:
        if ticker.due():
            log.info("comparing", states=compared, of=states)

    report = leaktest.run(states, seed, progress)
    if as_json:
        print_json(report)
    else:
        _print_leaks(report)
    ctx.exit(ExitCode.FOUND if report.leaks else ExitCode.OK)


def _print_leaks(report: "Report") -> None:
    for found in report.leaks[:SHOWN_LEAKS]:
        click.echo(
            f"P{found.seat} of {found.players}, game {found.game}, decision {found.decision}: {found.what}"
        )
        click.echo(f"  true:    {found.true}\n  redrawn: {found.redrawn}")
    more = len(report.leaks) - SHOWN_LEAKS
    if more > 0:
        click.echo(f"... and {more} more")
    click.echo(f"{report.states} states compared, {len(report.leaks)} leaks.")


@selftest.command()
@click.argument("bots", nargs=-1, metavar="[BOT]...")
@json_option
@click.option("--markdown", is_flag=True, help="Print the table in Markdown.")
@click.pass_context
def hostile(ctx: click.Context, bots: tuple[str, ...], *, as_json: bool, markdown: bool) -> None:
    """Play misbehaving bots against honest ones, and show what the referee makes of them: all, or those named.

    Each must end with its fault (or none, where the behaviour is legal) within the bounds that are printed, leave no
    process behind, and harm neither the others' game nor the next one. The bounds are for a quiet machine.
    """
    from referee.cli.hostile_table import BOUNDS, line, markdown_table
    from referee.hostile import bench
    from referee.hostile.rows import ROWS

    known = {row.bot: row for row in ROWS}
    for bot in bots:
        if bot not in known:
            raise click.UsageError(f"There is no hostile bot {bot!r}.{nearest(bot, known)}")
    bench.warm_up()
    results = []
    for row in [known[bot] for bot in bots] or ROWS:
        results.append(bench.play(row))
        if not (as_json or markdown):
            click.echo(line(results[-1]))
    bad = sum(not bench.passed(result) for result in results)
    if as_json:
        bounds = {"late_ms": bench.LATE_MS, "memory_kib": bench.MEMORY_KIB, "survivors": 0}
        print_json({"passed": not bad, "bounds": bounds, "results": results})
    elif markdown:
        click.echo(markdown_table(results))
    else:
        click.echo(f"{len(results) - bad} of {len(results)} hostile bots were dealt with. {BOUNDS}")
    ctx.exit(ExitCode.FOUND if bad else ExitCode.OK)


@selftest.command()
@json_option
@click.option("--markdown", is_flag=True, help="Print the table in Markdown.")
@click.pass_context
def sandbox(ctx: click.Context, *, as_json: bool, markdown: bool) -> None:
    """Try to break out of each mode of the sandbox, and print what it holds back on this machine.

    A cell says `open`, or `held` with the error that the bot got, if any; `BROKEN` stands where a mode does not keep
    what it promises.
    """
    from referee.breakout import attempts
    from referee.cli.breakout_table import markdown_table, text_table

    report = attempts.run()
    if as_json:
        print_json(report)
    else:
        click.echo(markdown_table(report) if markdown else text_table(report))
    for mode, reason in report.unavailable.items():
        click.echo(f"{mode} cannot be had on this machine. {reason}", err=True)
    broken = any(finding.promised and not finding.held for finding in report.findings)
    ctx.exit(ExitCode.FOUND if broken else ExitCode.OK)

"""`referee selftest`."""

from typing import TYPE_CHECKING

import click

from referee.cli.exits import ExitCode
from referee.cli.parameters import json_option, print_json

if TYPE_CHECKING:
    from referee.bots.selftest import HostileResult
    from referee.rules.leaktest import Report

SHOWN_LEAKS = 5
ALLOWED_OVERRUN_MS = 2_000
"""A bot that holds the referee up for longer than its limits and this is a finding, even on a busy machine."""


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
@json_option
@click.pass_context
def hostile(ctx: click.Context, *, as_json: bool) -> None:
    """Play misbehaving bots: each must end with its fault, in time, and leave no process behind."""
    from referee.bots import selftest as bots

    results = []
    for case in bots.CASES:
        result = bots.play(case)
        results.append(result)
        if not as_json:
            click.echo(_line(result))
    bad = sum(not _passed(result) for result in results)
    if as_json:
        print_json({"passed": not bad, "results": results})
    else:
        click.echo(f"{len(results) - bad} of {len(results)} hostile bots were dealt with.")
    ctx.exit(ExitCode.FOUND if bad else ExitCode.OK)


def _passed(result: "HostileResult") -> bool:
    return result.got == result.expected and result.survivors == 0 and result.overrun_ms <= ALLOWED_OVERRUN_MS


def _line(result: "HostileResult") -> str:
    verdict = "ok" if _passed(result) else "WRONG"
    expected = "" if result.got == result.expected else f" (expected {result.expected or 'no fault'})"
    return (
        f"{verdict:5}  {result.bot:15} {(result.got or 'no fault') + expected:22} "
        f"{result.overrun_ms:5} ms late, {result.survivors} processes left, {result.memory_kib} KiB"
    )

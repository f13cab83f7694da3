"""`referee check`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.entrants import find_bots
from referee.cli.exits import ExitCode
from referee.cli.parameters import json_option, print_json
from referee.cli.sandbox import make_sandbox, sandbox_options

if TYPE_CHECKING:
    from referee.bots.sandbox import Mode
    from referee.check import Finding, Level, Trial

LEVELS = ("speaks", "plays", "robust", "deterministic")
SIGNS = {"kept": "ok", "broken": "BROKEN", "untried": "-"}
INDENT = " " * 8


@click.command(short_help="Find out whether bots keep the protocol, clause by clause.")
@click.argument("bots", metavar="BOT...", nargs=-1, required=True)
@click.option(
    "--level",
    type=click.Choice(LEVELS),
    default="robust",
    show_default=True,
    help="How far to go: each level builds on those before it.",
)
@click.option(
    "--move-ms",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    help="Time for each decision; a fifth of it in the clause about little time.",
)
@click.option(
    "--start-ms",
    type=click.IntRange(min=1),
    default=10_000,
    show_default=True,
    help="Time to start and greet.",
)
@click.option(
    "--junit", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write JUnit XML, too."
)
@sandbox_options
@json_option
@click.pass_context
def check(
    ctx: click.Context,
    *,
    bots: tuple[str, ...],
    level: "Level",
    move_ms: int,
    start_ms: int,
    junit: Path | None,
    sandbox: "Mode",
    freeze: bool,
    memory_mb: int | None,
    as_json: bool,
) -> None:
    """Try each BOT with a referee that is nasty, but keeps the protocol.

    `speaks`: greeting, answers, a clean end. `plays`: every preset, number of players and seat. `robust`: what later
    versions and slow machines bring, refusals, broken games, 200 games in a row. `deterministic`: the same game gets
    the same answers. Every clause has a name and says what to do; the exit code is 1 when one is broken.
    """
    from protocol.messages import Clock, Limits
    from referee.bots.sandbox.probe import require
    from referee.check import junit_xml, try_bot

    clock, limits = Clock(move_ms, 5 * move_ms), Limits(start_ms=start_ms)
    enclosure = make_sandbox(sandbox, memory_mb, freeze=freeze)
    require(enclosure)
    trials = []
    for command in find_bots(bots):
        click.echo(f"Trying {command.name} ...", err=True)
        trials.append(try_bot(command, level, clock, limits, enclosure, _pass_over if as_json else _tell))
    if junit:
        junit.write_bytes(junit_xml(trials))
    if as_json:
        print_json([{"passed": trial.passed, "trial": trial} for trial in trials])
    else:
        _sum_up(trials)
    ctx.exit(ExitCode.OK if all(trial.passed for trial in trials) else ExitCode.FOUND)


def _pass_over(finding: "Finding") -> None:
    """Say nothing."""


def _tell(finding: "Finding") -> None:
    """Print what came of a clause, and of a broken one why and what to do."""
    clause = finding.clause
    click.echo(f"{SIGNS[finding.verdict]:>6}  {clause.level:13} {clause.id:16} {clause.sentence}")
    if finding.verdict == "broken":
        click.echo(f"{INDENT}{finding.detail}")
        for line in finding.sent:
            click.echo(f"{INDENT}-> {line}")
        for line in finding.received:
            click.echo(f"{INDENT}<- {line}")
        click.echo(f"{INDENT}Hint: {clause.hint}")


def _sum_up(trials: "Sequence[Trial]") -> None:
    """Print one line for each bot."""
    for trial in trials:
        kept = sum(finding.verdict == "kept" for finding in trial.findings)
        verdict = "passes" if trial.passed else "does not pass"
        click.echo(f"{trial.bot} {verdict} `{trial.level}`: {kept} of {len(trial.findings)} clauses kept.")

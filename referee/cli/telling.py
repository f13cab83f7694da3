"""What a run says before its first game and after its last."""

from typing import TYPE_CHECKING

import click

from referee.cli.parameters import duration_text, print_json
from referee.cli.sandbox import described

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.tournament.plan import Plan, Recipe
    from referee.tournament.statistics.results import Analysis
    from referee.tournament.store import RunReader, RunWriter
    from referee.tournament.until import Until


def announce(run: "RunWriter") -> None:
    """Tell what is going to be played; the seed's hash is published before, the seed itself afterwards."""
    from referee.cli.tables import clipped, schedule_lines
    from referee.tournament.balance import balances
    from referee.tournament.plan import commitment, repeated, secret, undecided
    from referee.tournament.seeds import GUESSABLE

    plan = run.plan
    called = f"{clipped(plan.name)}: " if plan.name else ""
    click.echo(
        f"{called}{_extent(plan)} of {plan.seats} players, {len(plan.bots)} bots, in {run.folder}", err=True
    )
    click.echo(f"Sandbox: {described(plan.sandbox)}", err=True)
    if isinstance(plan.setup, tuple):
        click.echo(_setups(plan.seats, plan.setup), err=True)
    if repeated(plan):
        click.echo(f"Too few bots for a table; repeated are: {', '.join(repeated(plan))}", err=True)
    if plan.until:
        click.echo(_rule(plan, plan.until), err=True)
    if run.count():
        click.echo(f"{run.count()} games are recorded already.", err=True)
    guessable = " (a short seed can be guessed from it)" if len(secret(plan)) < GUESSABLE else ""
    if plan.limit is not None:
        final = undecided(plan)
        planned = range(final.start if final else plan.games)
        click.echo("\n".join(schedule_lines(balances(plan, planned))), err=True)
    click.echo(f"SHA-256 of the seed: {commitment(plan)}{guessable}", err=True)


def _rule(plan: "Plan", until: "Until") -> str:
    """Return when a rule stops the run, as far as that can be foreseen."""
    from referee.tournament.statistics.outlook import outlook
    from referee.tournament.until import shown

    first, found = outlook(plan, until)
    kind = "exact" if until.strict else "asymptotic"
    likely = ", ".join(
        f"{difference:g} points by game {game}" if game else f"{difference:g} points not in this run"
        for difference, game in found
    )
    return (
        f"Stops when {shown(until)} is found true ({kind} test, looked at from game {first} on).\n"
        f"More often than not it has found a difference of {likely}."
    )


def _extent(plan: "Plan") -> str:
    """Return how long a run goes on."""
    time = f"for {duration_text(plan.stop.seconds)}" if plan.stop.seconds else ""
    if plan.limit is None:
        return f"Games {time}"
    return f"{plan.games} games {f'or {time} ' if time else ''}".rstrip()


def _setups(seats: int, recipes: "tuple[Recipe, ...]") -> str:
    if len(recipes) == 1:
        return f"The setup is drawn anew for every {seats} games."
    return f"{len(recipes)} setups take turns, {seats} games each time."


def print_result(run: "RunWriter", *, as_json: bool, aside: bool) -> int:
    """Print the standings (`aside`: standard output is taken) and the seed, and return the number of faults."""
    from referee.cli.sections import short
    from referee.tournament.plan import secret
    from referee.tournament.statistics import analyse
    from referee.tournament.statistics.results import summary

    analysis = analyse(run)
    if as_json:
        print_json(summary(analysis) | schedule_facts(run))
    else:
        click.echo("\n".join([short(analysis), *_sharing(run, analysis)]), err=aside)
    if analysis.faults:
        import shlex

        command = shlex.join(["referee", "standings", str(run.folder), "--faults"])
        click.echo(f"Bots failed; see\n  {command}", err=True)
    click.echo(f"Seed: {secret(run.plan)}", err=True)
    return analysis.faults


def _sharing(run: "RunReader", analysis: "Analysis") -> "Iterator[str]":
    """Yield what sharing deals was worth, where they were shared."""
    if run.plan.duplicate and analysis.variance_ratio is not None:
        yield (
            "One deal for each block: a difference of two bots varies "
            f"{analysis.variance_ratio:.3f} times as much as with independent games"
        )


def schedule_facts(run: "RunReader") -> dict[str, object]:
    """Return what a run shows of its schedule as JSON: the hashes of its seeds, and how even it was."""
    from referee.tournament.balance import balances
    from referee.tournament.plan import commitments

    return {"commitments": commitments(run.plan), "schedule": balances(run.plan, run.numbers())}

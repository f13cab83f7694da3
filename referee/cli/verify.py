"""`referee verify`."""

from pathlib import Path

import click

from referee.cli.parameters import json_option, print_json


@click.command(short_help="Play games again and compare every step.")
@click.argument("path", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--commitment",
    is_flag=True,
    help="Verify that the seed of a run has the SHA-256 that was published, and that all seats, setups and deals "
    "follow from it; nothing is played.",
)
@json_option
@click.pass_context
def verify(ctx: click.Context, path: Path, *, commitment: bool, as_json: bool) -> None:
    """Play a run's games, or one replay, again and compare every step.

    PATH is the folder of a run or the file of a replay (at most 16 MiB, also when it is unpacked from a run). The
    first step that differs is named, and the exit code is then 4. Nothing in them is executed.
    """
    if path.is_dir():
        _verify_run(ctx, path, commitment=commitment, as_json=as_json)
    elif commitment:
        raise click.UsageError("--commitment is about a whole run: name its folder.")
    else:
        _verify_replay(path, as_json=as_json)


def _verify_run(ctx: click.Context, folder: Path, *, commitment: bool, as_json: bool) -> None:
    from referee.cli.logs import logger
    from referee.cli.pace import Ticker
    from referee.tournament.plan import commitments
    from referee.tournament.store import read
    from referee.tournament.verify import PlanVerifyError, RunVerifyError, verify_deals, verify_run

    log, ticker = logger(ctx), Ticker()
    with read(folder) as run:
        recorded = run.count()

        def report(games: int) -> None:
            if ticker.due():
                log.info("verifying", games=games, of=recorded)

        try:
            held = (verify_deals if commitment else verify_run)(run, report)
        except RunVerifyError as error:
            if as_json:
                print_json(_difference(error.sentence, error.step, error.game, error.number))
            raise
        except PlanVerifyError as error:
            if as_json:
                print_json(_difference(str(error), None, None, None))
            raise
        hashes = commitments(run.plan)
    if as_json:
        shown = {"commitments": hashes} if commitment else {}
        print_json({"ok": True, "games": held.games, "planned": held.planned} | shown)
    elif commitment:
        click.echo(f"{folder} holds: the deals of {held.games} games follow from the seed with the SHA-256")
        click.echo("\n".join(f"  {sha256}" for sha256 in hashes))
    else:
        planned = "" if held.planned is None else f" of {held.planned} planned"
        click.echo(f"{folder} holds: {held.games}{planned} games verified.")


def _verify_replay(path: Path, *, as_json: bool) -> None:
    from referee.cli.replays import about, replay_text
    from referee.match import VerifyError
    from referee.match import verify as verify_replay

    try:
        with about(path):
            verify_replay(replay_text(path))
    except VerifyError as error:
        if as_json:
            print_json(_difference(error.sentence, error.step, None, None))
        raise
    if as_json:
        print_json({"ok": True, "games": 1, "planned": 1})
    else:
        click.echo(f"{path} holds.")


def _difference(sentence: str, step: int | None, game: str | None, number: int | None) -> dict[str, object]:
    return {"ok": False, "game": game, "number": number, "step": step, "difference": sentence}

"""`referee verify`."""

from pathlib import Path

import click

from referee.cli.parameters import json_option, print_json


@click.command(short_help="Play games again and compare every step.")
@click.argument("path", type=click.Path(path_type=Path, exists=True))
@json_option
@click.pass_context
def verify(ctx: click.Context, path: Path, *, as_json: bool) -> None:
    """Play a run's games, or one replay, again and compare every step.

    PATH is the folder of a run or the file of a replay. The first step that differs is named, and the exit
    code is then 4.
    """
    if path.is_dir():
        _verify_run(ctx, path, as_json=as_json)
    else:
        _verify_replay(path, as_json=as_json)


def _verify_run(ctx: click.Context, folder: Path, *, as_json: bool) -> None:
    from referee.cli.logs import logger
    from referee.cli.pace import Ticker
    from referee.tournament.store import read
    from referee.tournament.verify import RunVerifyError, verify_run

    log, ticker = logger(ctx), Ticker()
    with read(folder) as run:
        recorded = run.count()

        def report(games: int) -> None:
            if ticker.due():
                log.info("verifying", games=games, of=recorded)

        try:
            held = verify_run(run, report)
        except RunVerifyError as error:
            if as_json:
                print_json(_difference(error.sentence, error.step, error.game, error.number))
            raise
    if as_json:
        print_json({"ok": True, "games": held.games, "planned": held.planned})
    else:
        click.echo(f"{folder} holds: {held.games} of {held.planned} planned games verified.")


def _verify_replay(path: Path, *, as_json: bool) -> None:
    from referee.cli.replays import replay_text
    from referee.match import VerifyError
    from referee.match import verify as verify_replay

    try:
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

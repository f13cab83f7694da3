"""The options that the plan of a run follows from. Each has a key in an event, too."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from referee.cli.parameters import seconds_of
from referee.cli.sandbox import sandbox_options
from referee.cli.wish import setup_options

Command = TypeVar("Command", bound=Callable[..., Any])

GAMES = 100
"""Games of a run that nothing else ends."""


PLANNING = (
    "form", "games", "until", "until_strict", "first_look", "seats", "pods", "advance", "final_games",
    "separate_authors", "duplicate", "preset", "cast", "districts", "characters", "seed", "seed_from", "move_ms",
    "bank_ms", "start_ms", "on_fault", "bench_after", "fresh", "sandbox", "memory_mb", "freeze",
)  # fmt: skip
"""Options out of place where the plan is there already."""


def _public_seed(_ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    from referee.tournament.seeds import public_seed

    try:
        return public_seed(value) if value else None
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param=parameter) from error


_COUNT = click.IntRange(min=1)
_POSITIVE_MS = click.IntRange(min=1)

_FORMAT = (
    click.option(
        "--format",
        "form",
        type=click.Choice(("round-robin", "gauntlet", "patch", "pods")),
        default="round-robin",
        show_default=True,
        help="All against all; the first BOT against the others; the first BOT in turn with the second, its old "
        "version, on the same deals, in the same seats, against the others; groups and a final.",
    ),
    click.option(
        "--games", type=_COUNT, help=f"Number of games, at most.  [default: {GAMES}, or no limit with --for]"
    ),
    click.option(
        "--for",
        metavar="TIME",
        callback=seconds_of,
        help="Play so long, such as 2h or 1h30m, then the blocks begun to their end. With --resume: so much longer.",
    ),
    click.option(
        "--until",
        metavar="A>B@95|best@95",
        help="Stop when bot A is found better than B, or any bot the best, with 95% confidence; --games is the most.",
    ),
    click.option(
        "--until-strict",
        is_flag=True,
        help="Test --until exactly, whatever results are like, not asymptotically; takes about twice the games.",
    ),
    click.option(
        "--first-look",
        type=_COUNT,
        metavar="BLOCKS",
        help="Blocks before --until looks first.  [default: 30; 1 with --until-strict]",
    ),
    click.option(
        "--seats",
        type=click.IntRange(2, 8),
        help="Players of each game.  [default: the bots, 2 to 8; else 5]",
    ),
    click.option(
        "--pods",
        type=click.IntRange(min=2),
        metavar="N",
        help="Groups.  [default: of about two tables]",
    ),
    click.option(
        "--advance",
        type=_COUNT,
        metavar="N",
        help="Bots of each pod in the final.  [default: for a table]",
    ),
    click.option(
        "--final-games", type=_COUNT, metavar="N", help="Games of the final.  [default: as --games]"
    ),
    click.option("--separate-authors", is_flag=True, help="No two bots of one author in one game."),
    click.option("--duplicate", is_flag=True, help="One deal for all games of a block, with fresh bots."),
)
_SEED = (
    click.option("--seed", metavar="TEXT", help="Decides everything random.  [default: fresh, and printed]"),
    click.option(
        "--seed-from",
        metavar="FILE|HEX",
        callback=_public_seed,
        help="A seed drawn in public: 32 hexadecimal digits or more, or a file, whose SHA-256 it is.",
    ),
)
_CONDUCT = (
    click.option(
        "--move-ms", type=_POSITIVE_MS, default=1000, show_default=True, help="Time for each decision."
    ),
    click.option(
        "--bank-ms",
        type=click.IntRange(min=0),
        default=5000,
        show_default=True,
        help="Spare time for each game.",
    ),
    click.option(
        "--start-ms", type=_POSITIVE_MS, default=10_000, show_default=True, help="Time to start and greet."
    ),
    click.option(
        "--on-fault",
        type=click.Choice(("play-on", "forfeit")),
        default="play-on",
        show_default=True,
        help="A failed bot's seat gets harmless moves; with forfeit it also ranks last.",
    ),
    click.option(
        "--bench-after",
        type=click.IntRange(min=0),
        metavar="N",
        default=10,
        show_default=True,
        help="A bot that failed in N games in a row sits out the rest; 0 for never.",
    ),
    click.option("--fresh", is_flag=True, help="Start the bots anew for each game."),
)


def planning_options(command: Command) -> Command:
    """Add all of them to a command."""
    command = sandbox_options(command)
    for option in reversed((*_SEED, *_CONDUCT)):
        command = option(command)
    command = setup_options(command)
    for option in reversed(_FORMAT):
        command = option(command)
    return command

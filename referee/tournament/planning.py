"""From what a host wishes to the plan of a run."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Literal, TypeAlias

from msgspec import Struct

from protocol.messages import Clock, Limits, Setup
from referee.bots import BotCommand, Sandbox
from referee.bots.sandbox import DEFAULT
from referee.tournament.plan import (
    BENCH_AFTER,
    OnFault,
    Plan,
    PlannedBot,
    PlanningError,
    Recipe,
    Stop,
    sha256,
)
from referee.tournament.pods import check_pods, default_advance, default_pods, draw_pods, pod_stages
from referee.tournament.soundness import MOST_BOTS, MOST_GAMES
from referee.tournament.stages import Entrants, Gauntlet, Patch, RoundRobin, Stage

FormatName: TypeAlias = Literal["round-robin", "gauntlet", "patch", "pods"]


class Format(Struct, frozen=True):
    """How a competition goes; the last three for `pods`, where None leaves the number to the referee.

    `round-robin`: all against all. `gauntlet`: the first bot against the others. `patch`: the first bot beside its old
    version, the second one, against the others. `pods`: all against all in `pods` groups, the best `advance` of each
    then in a final of `final_games`.
    """

    name: FormatName = "round-robin"
    pods: int | None = None
    advance: int | None = None
    final_games: int | None = None


TESTED: dict[FormatName, tuple[int, int]] = {"gauntlet": (1, 1), "patch": (2, 1)}
"""The bots that are tested, named first, and the seats they take; everybody else is the field."""


def make_plan(
    commands: Sequence[BotCommand],
    setup: Setup | tuple[Recipe, ...],
    *,
    seats: int,
    games: int,
    seed: str,
    clock: Clock,
    limits: Limits | None = None,
    on_fault: OnFault = "play-on",
    bench_after: int = BENCH_AFTER,
    fresh: bool = False,
    sandbox: Sandbox = DEFAULT,
    name: str = "",
    form: Format = Format(),  # noqa: B008 - frozen
    stop: Stop = Stop(),  # noqa: B008 - frozen
    duplicate: bool = False,
    separate_authors: bool = False,
) -> Plan:
    """Plan `games` games of `seats` players each among the bots; too few bots are repeated in turn.

    Bots of one name are told apart by numbers: `greedy`, `greedy-2`. Where a deal is played more than once, processes
    are always fresh. Patch tests have whole pairs of games, pods whole blocks, so that there may be a few games more.
    Raises PlanningError.
    """
    _check(len(commands), seats, games)
    if setup == ():
        raise PlanningError("a run needs a setup")
    filled = _filled(form.name, commands, seats)
    bots = tuple(named(filled))
    if separate_authors:
        _check_authors(form.name, bots, seats)
    return Plan(
        format="citadels-run",
        version=2,
        name=name,
        commitment=sha256(seed),
        seed=seed,
        stages=_stages(form, _authors(bots, separate=separate_authors), games, seats, seed),
        stop=stop,
        seats=seats,
        setup=setup,
        clock=clock,
        limits=limits or Limits(),
        on_fault=on_fault,
        bench_after=bench_after,
        fresh=fresh or duplicate or form.name == "patch",
        sandbox=sandbox,
        duplicate=duplicate,
        separate_authors=separate_authors,
        entered=len(commands),
        bots=bots,
    )


def _check(bots: int, seats: int, games: int) -> None:
    if bots < 1:
        raise PlanningError("a run needs at least one bot")
    if not 2 <= seats <= 8:
        raise PlanningError(f"Citadels is played by 2 to 8, not by {seats}")
    if games < 1:
        raise PlanningError(f"a run has at least one game, not {games}")
    if bots > MOST_BOTS or games > MOST_GAMES:
        raise PlanningError(f"a run has at most {MOST_BOTS:,} bots and {MOST_GAMES:,} games")


def _filled(form: FormatName, commands: Sequence[BotCommand], seats: int) -> list[BotCommand]:
    """Return the bots, and after them those of the field again, in turn, until they fill a table."""
    tested, taken = TESTED.get(form, (0, 0))
    field = commands[tested:]
    if not field:
        raise PlanningError(
            f"{form} needs other bots to play against, named after the {'first' if tested == 1 else 'second'}"
        )
    return [*commands, *(field[number % len(field)] for number in range(len(field), seats - taken))]


def _authors(bots: Sequence[PlannedBot], *, separate: bool) -> tuple[str | int, ...]:
    """Return something for each bot that it shares with those it may not meet."""
    return tuple((separate and bot.author) or number for number, bot in enumerate(bots))


def _check_authors(form: FormatName, bots: Sequence[PlannedBot], seats: int) -> None:
    """Raise PlanningError where authors cannot be kept apart."""
    authors = _authors(bots, separate=True)
    tested, taken = TESTED.get(form, (0, 0))
    for number in range(tested, len(bots)):
        if authors[number] in authors[:tested]:
            raise PlanningError(
                f"{bots[number].name} would never play: {authors[number]} wrote what is tested, too"
            )
    if len(set(authors[tested:])) < seats - taken:
        raise PlanningError(
            f"{seats - taken} seats need bots of as many authors, to keep those apart; "
            f"there are {len(set(authors[tested:]))}"
        )


def _stages(
    form: Format, authors: tuple[str | int, ...], games: int, seats: int, seed: str
) -> tuple[Stage, ...]:
    bots: Entrants = tuple(range(len(authors)))
    match form.name:
        case "gauntlet":
            return (Gauntlet(start=0, games=games, bot=bots[0], field=bots[1:]),)
        case "patch":
            return (Patch(start=0, games=games + games % 2, new=bots[0], old=bots[1], field=bots[2:]),)
        case "pods":
            pods = draw_pods(authors, form.pods or default_pods(len(bots), seats), seed)
            advance = form.advance or default_advance(len(pods), seats)
            check_pods(pods, authors, advance, seats)
            final_games = form.final_games or games
            return pod_stages(pods, games=games, final_games=final_games, advance=advance, seats=seats)
        case "round-robin":
            return (RoundRobin(start=0, games=games, bots=bots),)


def named(commands: Sequence[BotCommand], taken: Sequence[str] = ()) -> Iterator[PlannedBot]:
    """Yield the entries of bots, of which none may have a name that is taken."""
    known = set(taken)
    for command in commands:
        names = (f"{command.name}-{number}" if number > 1 else command.name for number in count(1))
        name = next(name for name in names if name not in known)
        known.add(name)
        yield PlannedBot(
            name=name,
            sha256=command.sha256,
            author=command.author,
            argv=command.argv,
            folder=command.folder,
            source=command.source,
        )

"""The plan of a run: all that its results follow from, kept as `plan.json` in the run's folder."""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from protocol.cards import Character, UniqueDistrict
from protocol.messages import Clock, Limits, Setup
from referee.bots import BotCommand, Sandbox
from referee.bots.command import changed
from referee.bots.sandbox import DEFAULT
from referee.tournament.until import Until, parse

FORMAT = "citadels-run"
VERSION = 1
FILE = "plan.json"

BENCH_AFTER = 10
"""In how many games in a row a bot fails before it is benched, unless another number is wanted."""

OnFault: TypeAlias = Literal["play-on", "forfeit"]
"""What becomes of a seat whose bot failed: harmless moves to the end of the game, or the last place."""


class PlanError(Exception):
    """A plan that cannot be: the message says what is wrong with it."""


class PlannedBot(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry: its name in this run, the content hash of its program, and where that lies here.

    `argv` and `folder` say how to start it on this machine; no result depends on them.
    """

    name: str
    sha256: str
    argv: tuple[str, ...]
    folder: str


class Recipe(Struct, frozen=True, forbid_unknown_fields=True):
    """A setup that is drawn anew for each block of games, or the part of it that is not.

    The characters and unique districts named here are in the box; what they leave open follows from the seed of the
    run and the number of the block. `characters` is 8 or 9, or None where that is left open, too.
    """

    edition: Literal["2016"]
    cast: tuple[Character, ...]
    districts: tuple[UniqueDistrict, ...]
    characters: Literal[8, 9] | None
    round_limit: int


class Plan(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A run. The entries after the first `entered` repeat those, to fill the table.

    `seats` is the number of players of each game, `games` the number of games, `seed` any string. `setup` is that
    of all games, or the recipes that the blocks of games go through in turn. With `fresh`, each game starts its
    bots' processes anew. `sandbox` is what the bots are enclosed in: one that hits a limit fails. A bot that failed in
    `bench_after` games in a row sits out the rest of the run (0: never). `until` is a rule to stop before all games
    are played.
    """

    format: Literal["citadels-run"]
    version: Literal[1]
    seed: str
    games: int
    seats: int
    setup: Setup | tuple[Recipe, ...]
    clock: Clock
    limits: Limits
    on_fault: OnFault
    fresh: bool
    sandbox: Sandbox
    entered: int
    bots: tuple[PlannedBot, ...]
    bench_after: int = 0
    until: Until | None = None


class _Header(Struct, frozen=True):
    format: str = ""
    version: int = 0


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
) -> Plan:
    """Plan `games` games of `seats` players each among the bots; too few bots are repeated in turn.

    Bots of one name are told apart by numbers: `greedy`, `greedy-2`. Raises PlanError.
    """
    _check(len(commands), seats, games)
    if setup == ():
        raise PlanError("a run needs a setup")
    filled = [commands[number % len(commands)] for number in range(max(seats, len(commands)))]
    return Plan(
        format="citadels-run",
        version=1,
        seed=seed,
        games=games,
        seats=seats,
        setup=setup,
        clock=clock,
        limits=limits or Limits(),
        on_fault=on_fault,
        bench_after=bench_after,
        fresh=fresh,
        sandbox=sandbox,
        entered=len(commands),
        bots=tuple(_named(filled)),
    )


def stopping(plan: Plan, rule: str, *, strict: bool, first_look: int | None) -> Plan:
    """Return the plan with a rule to stop early, such as `A>B@95`. Raises UntilError."""
    names = [bot.name for bot in plan.bots]
    until = parse(rule, names, entered=plan.entered, strict=strict, first_look=first_look)
    return msgspec.structs.replace(plan, until=until)


def _check(bots: int, seats: int, games: int) -> None:
    if bots < 1:
        raise PlanError("a run needs at least one bot")
    if not 2 <= seats <= 8:
        raise PlanError(f"Citadels is played by 2 to 8, not by {seats}")
    if games < 1:
        raise PlanError(f"a run has at least one game, not {games}")


def _named(commands: Sequence[BotCommand]) -> Iterator[PlannedBot]:
    taken: set[str] = set()
    for command in commands:
        name, number = command.name, 1
        while name in taken:
            number += 1
            name = f"{command.name}-{number}"
        taken.add(name)
        yield PlannedBot(name=name, sha256=command.sha256, argv=command.argv, folder=command.folder)


def repeated(plan: Plan) -> tuple[str, ...]:
    """Return the names of the entries that only repeat other bots because there were too few for a table."""
    return tuple(bot.name for bot in plan.bots[plan.entered :])


def digest(plan: Plan) -> str:
    """Return the SHA-256 of what the results follow from: the plan without the bots' whereabouts."""
    bots = tuple(msgspec.structs.replace(bot, argv=(), folder="") for bot in plan.bots)
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(plan, bots=bots))).hexdigest()


def commitment(plan: Plan) -> str:
    """Return the SHA-256 of the seed: published before a run, it proves that no deal was picked."""
    return hashlib.sha256(plan.seed.encode()).hexdigest()


def save(plan: Plan, folder: Path) -> None:
    """Write `plan.json` into the folder, all of it or nothing."""
    draft = folder / f"{FILE}.new"
    draft.write_bytes(msgspec.json.format(msgspec.json.encode(plan), indent=2) + b"\n")
    draft.replace(folder / FILE)


def load(folder: Path) -> Plan:
    """Read `plan.json` from the folder. Raises PlanError: no run there, another version, or damaged."""
    path = folder / FILE
    try:
        text = path.read_bytes()
        header = msgspec.json.decode(text, type=_Header)
        if (header.format, header.version) != (FORMAT, VERSION):
            raise PlanError(
                f"{path} has format {header.format!r} version {header.version}; "
                f"this referee reads {FORMAT!r} version {VERSION}"
            )
        return msgspec.json.decode(text, type=Plan)
    except FileNotFoundError:
        raise PlanError(f"{folder} holds no run: there is no {FILE} in it") from None
    except (OSError, ValueError) as error:
        raise PlanError(f"{path} cannot be read: {error}") from error


def difference(stored: Plan, wanted: Plan) -> list[str]:
    """Return a sentence for each respect in which another plan is wanted than the stored one.

    Bots that merely lie elsewhere are no difference.
    """
    sentences: list[str] = []
    for field in Plan.__struct_fields__:
        if field != "bots":
            sentences += _unequal(field, getattr(stored, field), getattr(wanted, field))
    for number, (old, new) in enumerate(zip(stored.bots, wanted.bots, strict=False), 1):
        sentences += _unequal(f"name of bot {number}", old.name, new.name)
        if old.name == new.name and old.sha256 != new.sha256:
            sentences.append(_other_program(old.name))
    sentences += _unequal("number of bots", len(stored.bots), len(wanted.bots))
    return sentences


def changed_programs(plan: Plan) -> list[str]:
    """Return a sentence for each bot whose program, where it lies here, is not the one that was planned.

    Command lines (their names have blanks) are not followed up, nor is what cannot be found.
    """
    return [_other_program(bot.name) for bot in plan.bots if changed(bot_command(bot))]


def bot_command(bot: PlannedBot) -> BotCommand:
    """Return the program of an entry."""
    return BotCommand(name=bot.name, argv=bot.argv, folder=bot.folder, sha256=bot.sha256)


def _other_program(name: str) -> str:
    return f"the program of bot {name} is not the one that the run began with"


def _unequal(label: str, stored: object, wanted: object) -> Iterator[str]:
    if isinstance(stored, Struct) and isinstance(wanted, Struct):
        for field in stored.__struct_fields__:
            yield from _unequal(f"{label}.{field}", getattr(stored, field), getattr(wanted, field))
    elif isinstance(stored, tuple) and isinstance(wanted, tuple) and _alike(stored, wanted):
        for number, (old, new) in enumerate(zip(stored, wanted, strict=True), 1):
            yield from _unequal(f"{label} {number}", old, new)
    elif stored != wanted:
        yield f"{label} was {_shown(stored)} and is now {_shown(wanted)}"


def _alike(stored: tuple[object, ...], wanted: tuple[object, ...]) -> bool:
    """Tell whether two lists are better compared entry by entry."""
    return len(stored) == len(wanted) and all(isinstance(entry, Struct) for entry in (*stored, *wanted))


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()

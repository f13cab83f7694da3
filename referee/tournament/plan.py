"""The plan of a run: all that its results follow from, kept as `plan.json` in the run's folder.

The seed is kept apart in `seed.txt`, which only the host can read, until the run is finished: before that, `plan.json`
has its SHA-256 only and may be published.
"""

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.cards import Character, UniqueDistrict
from protocol.codec import printable
from protocol.messages import Clock, Limits, Setup
from referee.bots import BotCommand, Sandbox
from referee.bots.command import changed
from referee.tournament import soundness
from referee.tournament.stages import Final, Newcomers, Stage
from referee.tournament.until import Until, parse

FORMAT = "citadels-run"
VERSION = 2
FILE = "plan.json"
SECRET = "seed.txt"  # noqa: S105 - the name of a file
OPEN_END = 1_000_000_000
"""Games of a run that a time ends."""

PLAN_BYTES = 16 * 1024 * 1024
"""A longer plan is refused unread."""

SEED_BYTES = 65_536
"""A longer seed is refused."""

BENCH_AFTER = 10
"""In how many games in a row a bot fails before it is benched, unless another number is wanted."""

OnFault: TypeAlias = Literal["play-on", "forfeit"]
"""What becomes of a seat whose bot failed: harmless moves to the end of the game, or the last place."""


class PlanError(Exception):
    """A plan that cannot be: the message says what is wrong with it."""


class PlanningError(PlanError):
    """A competition that cannot be as it is wished for."""


class CommitmentError(PlanError):
    """A plan whose seed is not the one that its published hash belongs to."""


class PlannedBot(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry: its name in this run, the content hash of its program, who wrote it if known, and where it lies.

    `argv` and `folder` say how to start it on this machine, `source` is the file or folder that the user named, or
    empty; no result depends on these three.
    """

    name: str
    sha256: str
    author: str
    argv: tuple[str, ...]
    folder: str
    source: str


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


class Stop(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What ends a run before its last game.

    That is so many `seconds` of play, after which blocks begun are finished, or a claim found true.
    """

    seconds: int | None = None
    until: Until | None = None


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """A run: its stages in the order of play. The entries after the first `entered` repeat some, to fill the table.

    `seats` is the number of players of each game, `seed` any string, `commitment` its SHA-256. `setup` is that of
    all games, or the recipes that the blocks of games go through in turn. With `fresh`, each game starts its bots'
    processes anew. With `duplicate`, all games of a block have one deal. With `separate_authors`, no lineup has two
    bots of one author. `sandbox` is what the bots are enclosed in: one that hits a limit fails. A bot that failed in
    `bench_after` games in a row sits out the rest of the run (0: never).
    """

    format: Literal["citadels-run"]
    version: Literal[2]
    name: str
    commitment: str
    seed: str
    stages: tuple[Stage, ...]
    stop: Stop
    seats: int
    setup: Setup | tuple[Recipe, ...]
    clock: Clock
    limits: Limits
    on_fault: OnFault
    bench_after: int
    fresh: bool
    sandbox: Sandbox
    duplicate: bool
    separate_authors: bool
    entered: int
    bots: tuple[PlannedBot, ...]

    @property
    def games(self) -> int:
        """The number of games, at most."""
        return self.stages[-1].start + self.stages[-1].games

    @property
    def limit(self) -> int | None:
        """The number of games, None where nothing but a time limits it."""
        return self.games if self.games < OPEN_END else None

    @property
    def until(self) -> Until | None:
        """The rule to stop early, if there is one."""
        return self.stop.until


class _Header(Struct, frozen=True):
    format: str = ""
    version: int = 0


def stopping(plan: Plan, rule: str, *, strict: bool, first_look: int | None) -> Plan:
    """Return the plan with a rule to stop early, such as `A>B@95`. Raises UntilError."""
    names = [bot.name for bot in plan.bots]
    until = parse(rule, names, entered=plan.entered, strict=strict, first_look=first_look)
    return replace(plan, stop=replace(plan.stop, until=until))


def repeated(plan: Plan) -> tuple[str, ...]:
    """Return the names of the entries that only repeat other bots because there were too few for a table."""
    return tuple(bot.name for bot in plan.bots[plan.entered :])


def undecided(plan: Plan) -> Final | None:
    """Return the final of a plan if its bots are not known yet."""
    last = plan.stages[-1]
    return last if isinstance(last, Final) and not last.bots else None


def digest(plan: Plan) -> str:
    """Return the SHA-256 of what the results follow from.

    That is the plan without the bots' whereabouts, with the hashes of its seeds in their place, and without what
    follows from the first games.
    """
    return hashlib.sha256(msgspec.json.encode(_bare(plan))).hexdigest()


def _bare(plan: Plan) -> Plan:
    bots = tuple(replace(bot, argv=(), folder="", source="") for bot in plan.bots)
    return replace(plan, seed="", stages=tuple(map(_bare_stage, plan.stages)), bots=bots)


def _bare_stage(stage: Stage) -> Stage:
    match stage:
        case Final():
            return replace(stage, bots=())
        case Newcomers():
            return replace(stage, seed="")
        case _:
            return stage


def sha256(seed: str) -> str:
    """Return the SHA-256 of a seed: published before a run, it proves that no deal was changed."""
    return hashlib.sha256(seed.encode()).hexdigest()


def commitment(plan: Plan) -> str:
    """Return the hash of the seed of the games that come last: those that are being played or were played last."""
    return _last_seeded(plan).commitment


def commitments(plan: Plan) -> tuple[str, ...]:
    """Return the hashes of all seeds, in the order of the games that follow from them."""
    return (plan.commitment, *(stage.commitment for stage in plan.stages if isinstance(stage, Newcomers)))


def seeds(plan: Plan) -> tuple[str, ...]:
    """Return all seeds, in the order of the games that follow from them; the last one may be a secret yet."""
    return (plan.seed, *(stage.seed for stage in plan.stages if isinstance(stage, Newcomers)))


def secret(plan: Plan) -> str:
    """Return the seed of the games that come last, which nobody may know before they are played."""
    return _last_seeded(plan).seed


def seed_of(plan: Plan, stage: Stage) -> str:
    """Return the seed that the games of a stage follow from."""
    return stage.seed if isinstance(stage, Newcomers) else plan.seed


def _last_seeded(plan: Plan) -> Plan | Newcomers:
    last = plan.stages[-1]
    return last if isinstance(last, Newcomers) else plan


def seal(plan: Plan, folder: Path) -> None:
    """Write `plan.json` into the folder, all of it or nothing, and its last seed into a file apart."""
    document = msgspec.to_builtins(plan)
    seeded = _seeded(document)
    _write(folder / SECRET, seeded["seed"].encode(), 0o600)
    seeded["seed"] = None
    _write(folder / FILE, _text(document), 0o666)


def save(plan: Plan, folder: Path) -> None:
    """Write a plan in place of the one in the folder; its seed stays sealed or revealed."""
    stored = _seeded(msgspec.json.decode((folder / FILE).read_bytes()))
    (seal if stored["seed"] is None else reveal)(plan, folder)


def reveal(plan: Plan, folder: Path) -> None:
    """Write the last seed into `plan.json`, too: its games have been played."""
    _write(folder / FILE, _text(msgspec.to_builtins(plan)), 0o666)
    (folder / SECRET).unlink(missing_ok=True)


def _text(document: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"


def _write(path: Path, content: bytes, mode: int) -> None:
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:  # noqa: PTH123
        file.write(content)
    draft.replace(path)


def _seeded(document: Any) -> Any:
    """Return the part of a plan's document that has the last seed."""
    with suppress(LookupError, TypeError):
        if document["stages"][-1]["form"] == "newcomers":
            return document["stages"][-1]
    return document


def load(folder: Path) -> Plan:
    """Read the plan from the folder. Raises PlanError: no run there, another version, damaged, or its seed unknown."""
    path = folder / FILE
    try:
        text = _content(path, PLAN_BYTES)
        header = msgspec.json.decode(text, type=_Header)
        if (header.format, header.version) != (FORMAT, VERSION):
            raise PlanError(
                f"{path} has format {header.format!r} version {header.version}; "
                f"this referee reads {FORMAT!r} version {VERSION}"
            )
        document = msgspec.json.decode(text)
        seeded = _seeded(document)
        if seeded.get("seed", "") is None:
            seeded["seed"] = _secret(folder)
        plan = msgspec.convert(document, Plan)
        soundness.check(plan)
    except FileNotFoundError:
        raise PlanError(f"{folder} holds no run: there is no {FILE} in it") from None
    except (OSError, ValueError, RecursionError) as error:
        raise PlanError(f"{path} cannot be read: {printable(str(error))}") from error
    newcomers: list[Plan | Newcomers] = [stage for stage in plan.stages if isinstance(stage, Newcomers)]
    for part in (plan, *newcomers):
        if sha256(part.seed) != part.commitment:
            raise CommitmentError(
                f"{folder}: the seed does not have the SHA-256 {printable(part.commitment)}"
            )
    return plan


def _content(path: Path, limit: int) -> bytes:
    """Return the content of a regular file of so many bytes at most. Raises OSError or ValueError."""
    if path.exists() and not path.is_file():
        raise ValueError(f"{path.name} is no regular file")
    with path.open("rb") as file:
        content = file.read(limit + 1)
    if len(content) > limit:
        raise ValueError(f"{path.name} has more than {limit} bytes")
    return content


def _secret(folder: Path) -> str:
    try:
        return _content(folder / SECRET, SEED_BYTES).decode()
    except FileNotFoundError:
        raise PlanError(
            f"{folder} has no {SECRET}: the run is not finished, and its seed not published yet"
        ) from None


def difference(stored: Plan, wanted: Plan) -> list[str]:
    """Return a sentence for each respect in which another plan is wanted than the stored one.

    Bots that merely lie elsewhere are no difference.
    """
    sentences: list[str] = []
    before, now = _bare(stored), _bare(wanted)
    if before.commitment != now.commitment:
        sentences.append("the seed is another one")
    for field in Plan.__struct_fields__:
        if field not in ("commitment", "bots"):
            sentences += _unequal(field, getattr(before, field), getattr(now, field))
    for number, (old, new) in enumerate(zip(before.bots, now.bots, strict=False), 1):
        sentences += _unequal(f"name of bot {number}", old.name, new.name)
        sentences += _unequal(f"author of bot {number}", old.author, new.author)
        if old.name == new.name and old.sha256 != new.sha256:
            sentences.append(_other_program(old.name))
    sentences += _unequal("number of bots", len(before.bots), len(now.bots))
    return sentences


def changed_programs(plan: Plan) -> list[str]:
    """Return a sentence for each bot whose program, where it lies here, is not the one that was planned.

    Command lines are not followed up, nor is what cannot be found.
    """
    return [_other_program(bot.name) for bot in plan.bots if changed(bot_command(bot))]


def bot_command(bot: PlannedBot) -> BotCommand:
    """Return the program of an entry."""
    return BotCommand(name=bot.name, argv=bot.argv, folder=bot.folder, sha256=bot.sha256, source=bot.source)


def _other_program(name: str) -> str:
    return f"the program of bot {name} is not the one that the run began with"


def _unequal(label: str, stored: object, wanted: object) -> Iterator[str]:
    if isinstance(stored, Struct) and isinstance(wanted, Struct):
        for field in stored.__struct_fields__:
            yield from _unequal(f"{label}.{field}", getattr(stored, field), getattr(wanted, field))
    elif isinstance(stored, tuple) and isinstance(wanted, tuple) and _alike(stored, wanted):
        for number, (old, new) in enumerate(zip(stored, wanted, strict=True), 1):
            yield from _unequal(f"{label.removesuffix('s')} {number}", old, new)
    elif stored != wanted:
        yield f"{label} was {_shown(stored)} and is now {_shown(wanted)}"


def _alike(stored: tuple[object, ...], wanted: tuple[object, ...]) -> bool:
    """Tell whether two lists are better compared entry by entry."""
    return len(stored) == len(wanted) and all(isinstance(entry, Struct) for entry in (*stored, *wanted))


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()

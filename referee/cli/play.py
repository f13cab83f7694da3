"""`referee play`."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from referee.cli.exits import BotTrouble, ExitCode, FolderTrouble
from referee.cli.sandbox import make_sandbox, sandbox_options
from referee.cli.wish import SetupWish, setup_options

if TYPE_CHECKING:
    from collections.abc import Iterable

    from protocol.messages import Setup
    from referee.bots import BotCommand, BotSeat
    from referee.dialogue import Conversation
    from referee.match import GameRecord
    from referee.match.journal import Journal, RememberedSeat, SavedGame

PERSON = "(you)"
MOST_RULES = 12
"""So many rules fit on a screen."""
NEW_GAME = (
    "opponents",
    "bots",
    "seats",
    "seat",
    "preset",
    "cast",
    "districts",
    "characters",
    "seed",
    "move_ms",
    "sandbox",
    "memory_mb",
    "freeze",
)
"""The options that are about a new game."""


@click.command(short_help="Take a seat at the table yourself.")
@click.argument("bots", metavar="[BOT]...", nargs=-1)
@click.option(
    "--with", "opponents", metavar="BOT", multiple=True, help="A bot to play with; more may follow."
)
@click.option("--seat", type=click.IntRange(0, 7), default=0, show_default=True, help="Where you sit.")
@click.option(
    "--seats", type=click.IntRange(2, 8), help="Players, you among them.  [default: the bots and you]"
)
@setup_options
@click.option(
    "--seed", metavar="TEXT", help="Decides everything random.  [default: fresh, and printed at the end]"
)
@click.option(
    "--move-ms",
    type=click.IntRange(min=1),
    default=5000,
    show_default=True,
    help="Time of a bot for each decision; you have all the time in the world.",
)
@sandbox_options
@click.option(
    "--save",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Where the game is kept.  [default: plays/TIME.jsonl]",
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Go on with the game kept in FILE.",
)
@click.pass_context
def play(ctx: click.Context, /, **given: Any) -> None:
    """Play against bots, in this terminal.

    You see what a bot in your seat is told, and choose among the options it has; `?` shows what you can say, and
    `?witch` what a card does. Too few bots for a table are repeated.

    Every answer is kept in a file at once. Leave whenever you like; with --resume the bots are told the same game
    again, and it goes on where it was. When the game is over, the file is its replay, for `referee replay` and
    `referee verify`.
    """
    from referee.bots import HostFault
    from referee.dialogue import LeftError

    with _journal(ctx, given) as journal:
        try:
            record = _played(journal)
        except (KeyboardInterrupt, EOFError, LeftError) as left:
            click.echo(_how_to_resume(journal.path), err=True)
            ctx.exit(ExitCode.OK if isinstance(left, LeftError) else ExitCode.INTERRUPTED)
        except HostFault as fault:
            raise FolderTrouble(f"{fault.sentence}{_how_to_resume(journal.path)}") from fault
        _tell_points(record, journal.game)
        journal.finish(record.replay)
    click.echo(f"The game is kept; `referee replay {shlex.quote(str(journal.path))}` tells it.", err=True)
    click.echo(f"Seed: {journal.game.spec.seed}", err=True)


def _how_to_resume(path: Path) -> str:
    return f"\nThe game is kept. Go on with\n  {shlex.join(['referee', 'play', '--resume', str(path)])}"


def _journal(ctx: click.Context, given: dict[str, Any]) -> "Journal":
    """Return the file of the game, a new one or one that was left."""
    from referee.match import journal

    if given["resume"] is None:
        return journal.create(given["save"] or _free_file(), _new_game(given))
    named = [
        parameter.opts[0]
        for parameter in ctx.command.params
        if parameter.name in NEW_GAME
        and ctx.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    ]
    if named:
        raise click.UsageError(f"--resume goes on with the game as it is; leave out {', '.join(named)}.")
    return journal.resume(given["resume"])


def _new_game(given: dict[str, Any]) -> "SavedGame":
    """Return the game that the options ask for, its bots found and built."""
    import secrets

    from protocol.messages import Clock, Limits
    from referee.match import GameSpec
    from referee.match.journal import SavedGame
    from referee.tournament.draws import derive

    seed = given["seed"] or secrets.token_hex(16)
    bots = _seating(given)
    wish = SetupWish(given["preset"], given["cast"], given["districts"], given["characters"])
    spec = GameSpec(
        id=f"g-{derive(seed, 'game', size=8)}",
        number=0,
        setup=_setup(wish, len(bots), seed),
        bots=tuple(range(len(bots))),
        seed=seed,
        bot_seeds=tuple(derive(seed, "bot", seat, size=16) for seat in range(len(bots))),
        clock=Clock(move_ms=given["move_ms"], bank_ms=0),
        limits=Limits(),
        on_fault="play-on",
    )
    sandbox = make_sandbox(given["sandbox"], given["memory_mb"], freeze=given["freeze"])
    return SavedGame(format="citadels-play", version=1, spec=spec, bots=bots, sandbox=sandbox)


def _seating(given: dict[str, Any]) -> "tuple[BotCommand | None, ...]":
    """Return the bot of each seat, None for the person's. Raises UsageError, CommandError or BuildError."""
    from referee.cli.entrants import find_bots

    names, seat = (*given["opponents"], *given["bots"]), given["seat"]
    seats = given["seats"] or len(names) + 1
    if not names:
        raise click.UsageError("Name at least one bot to play with: --with BOT.")
    if seats < len(names) + 1:
        raise click.UsageError(f"You and {len(names)} bots do not fit at a table of {seats}.")
    if seats > 8:
        raise click.UsageError("Citadels is played by 8 at most: name at most 7 bots.")
    if seat >= seats:
        raise click.UsageError(f"The seats are 0 to {seats - 1}; there is no seat {seat}.")
    found = find_bots(names)
    bots = [found[number % len(found)] for number in range(seats - 1)]
    return (*bots[:seat], None, *bots[seat:])


def _setup(wish: SetupWish, seats: int, seed: str) -> "Setup":
    """Return the setup of the game; where several are possible, the seed decides."""
    from protocol.messages import Setup
    from referee import rules
    from referee.cli.wish import make_setup
    from referee.tournament.draws import Draws, derive

    made = make_setup(wish, seats)
    if isinstance(made, Setup):
        return made
    recipe = made[Draws(seed, "setup").below(len(made))]
    drawn = derive(seed, "cards", size=16)
    return rules.draw_setup(seats, drawn, recipe.cast, recipe.districts, characters=recipe.characters)


def _free_file() -> Path:
    """Return the first name for a game of this moment that is free."""
    from datetime import datetime
    from itertools import count

    stamp = Path("plays") / datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S.jsonl")
    names = (stamp.with_stem(f"{stamp.stem}-{number}") for number in count(2))
    return stamp if not stamp.exists() else next(name for name in names if not name.exists())


def _played(journal: "Journal") -> "GameRecord":
    """Play the game of a journal to its end. Raises BotTrouble, and whatever ends the conversation."""
    from referee.bots import BotSeat, close_all
    from referee.bots.sandbox.probe import require
    from referee.match import play_game
    from referee.match.journal import RememberedPerson, RememberedSeat
    from referee.match.person import PersonSeat

    game = journal.game
    conversation = _conversation(game)
    require(game.sandbox)
    limits, sandbox = game.spec.limits, game.sandbox
    bots = {seat: BotSeat(bot, limits, None, sandbox) for seat, bot in enumerate(game.bots) if bot}
    seats = [RememberedSeat(seat, bot, journal, conversation.failed) for seat, bot in bots.items()]
    person = RememberedPerson(game.seat, PersonSeat(conversation), journal, conversation.failed)
    try:
        if not journal.entries:
            _start(bots.values())
        return play_game(game.spec, [*seats[: game.seat], person, *seats[game.seat :]])
    finally:
        close_all(bots.values())
        for seat in seats:
            _tell_differences(seat, conversation.names[seat.seat])


def _conversation(game: "SavedGame") -> "Conversation":
    from referee.cli.screen import Screen
    from referee.dialogue import Conversation

    return Conversation(Screen(), _names(game), _explain)


def _explain(words: str) -> str:
    """Return a card and the rules about it, or the rules with some words in them, in lines that may be broken."""
    from referee.cli.rules import describe_card, look_up

    try:
        card, rules = look_up(words)
    except click.UsageError as error:
        return error.message
    head = [click.unstyle(describe_card(card))] if card else []
    shown = [f"- {rule.text} [{rule.id}]" for rule in rules[:MOST_RULES]]
    more = len(rules) - len(shown)
    rest = [
        f"and {more} more: `referee rules {words}` lists them all, another word finds some (?{words} gold)"
    ]
    return "\n".join([*head, *shown, *(rest if more else [])])


def _names(game: "SavedGame") -> tuple[str, ...]:
    return tuple(f"P{seat} {bot.name if bot else PERSON}" for seat, bot in enumerate(game.bots))


def _start(bots: "Iterable[BotSeat]") -> None:
    """Start the bots of a new game. Raises BotTrouble for one that cannot play."""
    from referee.bots import BotFailed
    from referee.cli.entrants import complaint

    for bot in bots:
        try:
            bot.start()
        except BotFailed as failed:
            raise BotTrouble(complaint(bot.command, failed.fault)) from failed


def _tell_differences(seat: "RememberedSeat", name: str) -> None:
    """Tell when a bot, led through its game again, would have played another one."""
    if seat.differed:
        click.echo(
            f"{name} answers {seat.differed} of {seat.asked_again} questions otherwise than before; "
            "what it answered then counts.",
            err=True,
        )


def _tell_points(record: "GameRecord", game: "SavedGame") -> None:
    from referee.cli.screen import Screen
    from referee.dialogue import explained
    from referee.match import read_replay

    screen = Screen()
    for line in explained(read_replay(record.replay), _names(game)):
        screen.say(line)

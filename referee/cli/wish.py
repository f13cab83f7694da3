"""From the options of a run to a setup that the rules allow."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from referee.cli.parameters import nearest

if TYPE_CHECKING:
    from protocol.messages import Setup
    from referee.tournament.plan import Recipe

Command = TypeVar("Command", bound=Callable[..., Any])

ALL = "all"
"""In place of a preset: every preset in turn."""

RANDOM = "random"
"""Among cards: draw the others."""


class SetupWish(NamedTuple):
    """What the user said about the setup: a preset, what replaces its characters or unique districts, 8 or 9."""

    preset: str
    cast: tuple[str, ...]
    districts: tuple[str, ...]
    characters: int | None


def card_names(_ctx: click.Context, _parameter: click.Parameter, value: str) -> tuple[str, ...]:
    """Return the ids of cards that are named with commas between; capitals, blanks and signs do not matter."""
    words = (word.strip().lower().replace("-", "_").replace(" ", "_") for word in value.split(","))
    return tuple(word.replace("'", "") for word in words if word)


def _complete_preset(_ctx: click.Context, _parameter: click.Parameter, start: str) -> list[str]:
    from referee.rules import PRESETS

    return [name for name in (*PRESETS, ALL) if name.startswith(start)]


_OPTIONS = (
    click.option(
        "--preset",
        metavar="NAME",
        default="first-game",
        show_default=True,
        shell_complete=_complete_preset,
        help="Ready-made characters and unique districts; `all` goes through all presets in turn.",
    ),
    click.option(
        "--cast",
        metavar="A,B,...",
        default="",
        callback=card_names,
        help="Characters in place of the preset's; `random` among them draws the others.",
    ),
    click.option(
        "--districts",
        metavar="A,B,...",
        default="",
        callback=card_names,
        help="Unique districts in place of the preset's; `random` among them draws the others.",
    ),
    click.option(
        "--characters",
        type=click.IntRange(8, 9),
        metavar="8|9",
        help="Number of characters.  [default: a preset's least; drawn for a random cast]",
    ),
)


def setup_options(command: Command) -> Command:
    """Give a command the options that a SetupWish is made of."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def make_setup(wish: SetupWish, seats: int) -> "Setup | tuple[Recipe, ...]":
    """Return the setup for so many seats, or recipes where there are several setups or some are drawn.

    Raises UsageError for unknown names, SetupError by the rules.
    """
    from protocol.cards import CHARACTERS, UNIQUE_DISTRICTS
    from referee.rules import PRESETS, make_setup

    _check_names("preset", [wish.preset], (*PRESETS, ALL))
    _check_names("character", wish.cast, (*CHARACTERS, RANDOM))
    _check_names("unique district", wish.districts, (*UNIQUE_DISTRICTS, RANDOM))
    _check_number(wish)
    presets = PRESETS if wish.preset == ALL else (wish.preset,)
    recipes = tuple(dict.fromkeys(_recipe(wish, preset, seats) for preset in presets))
    if len(recipes) > 1 or RANDOM in (*wish.cast, *wish.districts):
        return recipes
    return make_setup(seats, recipes[0].cast, recipes[0].districts)


def _check_names(what: str, names: Sequence[str], known: Sequence[str]) -> None:
    wrong = [f"There is no {what} {name!r}.{nearest(name, known)}" for name in names if name not in known]
    if wrong:
        listed = f" There are: {', '.join(known)}." if what == "preset" else ""
        raise click.UsageError("\n".join(wrong) + listed)


def _check_number(wish: SetupWish) -> None:
    """Refuse another number of characters than a cast has that leaves nothing open."""
    spelled_out = bool(wish.cast) and RANDOM not in wish.cast
    if wish.characters and spelled_out and len(wish.cast) != wish.characters:
        raise click.UsageError(
            f"--cast names {len(wish.cast)} characters, not {wish.characters}; "
            "--characters is for presets and casts with random in them."
        )


def _recipe(wish: SetupWish, preset: str, seats: int) -> "Recipe":
    """Return what is fixed of the setups that a wish comes to with a preset."""
    import msgspec

    from referee import rules
    from referee.tournament.plan import Recipe

    ready = rules.preset(preset, seats, characters=wish.characters)
    cast = _fixed(wish.cast or ready.cast)
    districts = _fixed(wish.districts or ready.districts)
    characters = wish.characters if RANDOM in wish.cast else None
    drawn = rules.draw_setup(seats, "", cast, districts, characters=characters)
    # What was spelled out must be complete; what was drawn is.
    rules.make_setup(
        seats,
        drawn.cast if RANDOM in wish.cast else cast,
        drawn.districts if RANDOM in wish.districts else districts,
    )
    fields = {
        "edition": ready.edition,
        "cast": cast,
        "districts": districts,
        "characters": characters if RANDOM in wish.cast else len(cast),
        "round_limit": ready.round_limit,
    }
    return msgspec.convert(fields, Recipe)


def _fixed(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name != RANDOM)

"""From the options of a run to a setup that the rules allow."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from referee.cli.parameters import nearest

if TYPE_CHECKING:
    from protocol.messages import Setup


class SetupWish(NamedTuple):
    """What the user said about the setup: a preset, and what replaces its characters or unique districts."""

    preset: str
    cast: tuple[str, ...]
    districts: tuple[str, ...]


def card_names(_ctx: click.Context, _parameter: click.Parameter, value: str) -> tuple[str, ...]:
    """Return the ids of cards that are named with commas between; capitals, blanks and signs do not matter."""
    words = (word.strip().lower().replace("-", "_").replace(" ", "_") for word in value.split(","))
    return tuple(word.replace("'", "") for word in words if word)


def make_setup(wish: SetupWish, seats: int) -> "Setup":
    """Return the setup for so many seats. Raises UsageError for unknown names, SetupError by the rules."""
    from protocol.cards import CHARACTERS, UNIQUE_DISTRICTS
    from referee import rules

    if wish.preset not in rules.PRESETS:
        known = ", ".join(rules.PRESETS)
        raise click.UsageError(
            f"There is no preset {wish.preset!r}.{nearest(wish.preset, rules.PRESETS)} There are: {known}."
        )
    _check_names("character", wish.cast, CHARACTERS)
    _check_names("unique district", wish.districts, UNIQUE_DISTRICTS)
    if wish.cast and wish.districts:
        return rules.make_setup(seats, wish.cast, wish.districts)
    preset = rules.preset(wish.preset, seats)
    if wish.cast or wish.districts:
        return rules.make_setup(seats, wish.cast or preset.cast, wish.districts or preset.districts)
    return preset


def _check_names(what: str, names: Sequence[str], known: Sequence[str]) -> None:
    wrong = [f"There is no {what} {name!r}.{nearest(name, known)}" for name in names if name not in known]
    if wrong:
        raise click.UsageError("\n".join(wrong))

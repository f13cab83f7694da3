"""What a run consists of: stages, each a stretch of its games with one way of choosing who meets whom."""

from typing import TypeAlias

from msgspec import Struct

Entrants: TypeAlias = tuple[int, ...]
"""Indices into the bots of a plan."""


class RoundRobin(Struct, frozen=True, forbid_unknown_fields=True, tag="round-robin", tag_field="form"):
    """All bots against all, in lineups: from game `start` on, at most `games` of them."""

    start: int
    games: int
    bots: Entrants


class Gauntlet(Struct, frozen=True, forbid_unknown_fields=True, tag="gauntlet", tag_field="form"):
    """`bot` plays every game, against lineups of the `field`."""

    start: int
    games: int
    bot: int
    field: Entrants


class Patch(Struct, frozen=True, forbid_unknown_fields=True, tag="patch", tag_field="form"):
    """Games in pairs: `new`, then `old`, in the same seat, with the same deal, against the same of the `field`."""

    start: int
    games: int
    new: int
    old: int
    field: Entrants


class Final(Struct, frozen=True, forbid_unknown_fields=True, tag="final", tag_field="form"):
    """All against all among the best `advance` of each stage before it.

    Who these `bots` are is not part of the plan: it follows from the games played before.
    """

    start: int
    games: int
    advance: int
    bots: Entrants = ()


class Newcomers(Struct, frozen=True, forbid_unknown_fields=True, tag="newcomers", tag_field="form"):
    """Lineups with new `bots` in them, until these met everybody in `meetings` blocks, as the `field` did before.

    Newcomers bring a seed of their own, for the one of the games before is known by now.
    """

    start: int
    games: int
    bots: Entrants
    field: Entrants
    meetings: int
    commitment: str
    seed: str


Stage: TypeAlias = RoundRobin | Gauntlet | Patch | Final | Newcomers
"""Stages follow each other: each ends where the next one starts."""


def entrants(stage: Stage) -> Entrants:
    """Return all bots that play in a stage."""
    match stage:
        case Gauntlet():
            return (stage.bot, *stage.field)
        case Patch():
            return (stage.new, stage.old, *stage.field)
        case Newcomers():
            return (*stage.field, *stage.bots)
        case RoundRobin() | Final():
            return stage.bots

"""What a game is before it is played."""

from typing import Literal, TypeAlias

from msgspec import Struct

from protocol.messages import Clock, Limits, Setup

OnFault: TypeAlias = Literal["play-on", "forfeit"]
"""What becomes of a seat whose bot failed: harmless moves to the end of the game, or the last place as well."""


class GameSpec(Struct, frozen=True):
    """One game of a plan.

    `bots` and `bot_seeds` are by seat: which bot sits there, and the randomness it is given. `seed` is any
    string; everything random in the game follows from it. `benched` are the seats whose bots sit out: they are
    played on from the start.
    """

    id: str
    number: int
    setup: Setup
    bots: tuple[int, ...]
    seed: str
    bot_seeds: tuple[str, ...]
    clock: Clock
    limits: Limits
    on_fault: OnFault
    benched: tuple[int, ...] = ()

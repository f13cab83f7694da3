"""What all acts of a turn have in common: whose they are, and that they work once a turn."""

from collections.abc import Callable
from typing import TypeAlias

from protocol.actions import Action
from protocol.cards import Character
from protocol.events import AbilityUsed
from tests.oracle.game import Game
from tests.oracle.table import Turn

Handler: TypeAlias = Callable[[Game, Turn, Action], None]


def use(game: Game, turn: Turn, ability: str, *whose: Character) -> None:
    """Check that this is the turn of one who has the ability, for the first time in it."""
    rule = f"This is an ability of: {', '.join(whose)}."
    game.demand(turn.character in whose, rule, whose, turn.character)
    once(game, turn, ability)


def once(game: Game, turn: Turn, ability: str) -> None:
    """Check that an ability is used for the first time in a turn."""
    rule = "An ability is used only once per turn."
    game.demand(ability not in turn.used, rule, f"not {ability}", f"{ability} again")
    turn.used.add(ability)
    game.record.expect(AbilityUsed(turn.player.seat, ability), rule)

"""Rounds: the selection, the calls in order of rank, and what a killed rank 4 character does in the end."""

from protocol.actions import PassCrown
from protocol.events import (
    CharacterCalled,
    CharacterRevealed,
    RoundEnded,
    RoundStarted,
)
from tests.oracle.draft import select
from tests.oracle.game import Game
from tests.oracle.table import Player, Round
from tests.oracle.tables import RANK
from tests.oracle.turns import take_turn


def play_rounds(game: Game) -> None:
    """Check all rounds, from the first one's start to the last one's end."""
    first = game.record.find(RoundStarted, "The first round starts with the crown at a seat.", round=1)
    game.demand(first.crown in range(len(game.players)), "A player has the crown.", "a seat", first.crown)
    game.crown = first.crown
    while True:
        game.round = Round(game.round.number + 1)
        _play_round(game)
        if game.round.number == game.setup.round_limit or game.first is not None:
            return
        rule = "The game goes on with the next round, nobody having completed a city."
        game.record.expect(RoundStarted(game.round.number + 1, game.crown), rule)


def _play_round(game: Game) -> None:
    select(game)
    for character in game.setup.cast:
        rule = "All characters are called in ascending order of rank."
        game.record.expect(CharacterCalled(character), rule)
        player = game.holder(character)
        if player and character != game.round.killed:
            take_turn(game, player, character)
    _killed_rank_four(game)
    game.record.expect(RoundEnded(game.round.number), "The round ends when all characters have been called.")


def _killed_rank_four(game: Game) -> None:
    """Check what a killed King, Patrician or Emperor does at the end of the round, and what the Queen gains by it."""
    character = game.round.killed
    player = game.holder(character) if character else None
    if character is None or player is None or RANK[character] != 4:
        return
    rule = "The killed rank 4 character is revealed at the end of the round."
    game.record.expect(CharacterRevealed(player.seat, character), rule)
    player.shown.append(character)
    game.note(f"killed {character} revealed at the end of the round")
    if character == "emperor":
        _advise(game, player)
    else:
        game.move_crown(player, "A killed King or Patrician takes the crown at the end of the round.")
    queen = game.holder("queen")
    if queen and are_neighbours(game, queen, player):
        rule = "The Queen beside the killed rank 4 character gains three gold when it is revealed."
        game.note("Queen beside a killed rank 4")
        game.gain_gold(queen, 3, "queen", rule)


def _advise(game: Game, emperor: Player) -> None:
    """The killed Emperor gives the crown to somebody else and takes nothing."""
    action = game.record.answer(emperor.seat, "gives the crown away as the killed Emperor", PassCrown)
    rule = "The killed Emperor gives the crown to another player than its holder, and takes no resource."
    heir = game.another(emperor, action.seat, rule)
    game.demand(heir.seat != game.crown, rule, "another than its holder", action)
    game.demand(action.take is None, rule, "nothing taken", action)
    game.move_crown(heir, rule)


def are_neighbours(game: Game, one: Player, other: Player) -> bool:
    """Tell whether two players sit next to each other."""
    return (one.seat - other.seat) % len(game.players) in {1, len(game.players) - 1}

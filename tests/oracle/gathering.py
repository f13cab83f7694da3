"""Gathering resources: two gold, or two cards of which one is kept, and the three districts that change it."""

from protocol.actions import Action, GatherCards, GatherGold, Keep
from protocol.events import CardKept
from tests.oracle.game import Game
from tests.oracle.table import Turn

ONCE = "A player gathers resources once in a turn, and must."
KEEP = "He draws two cards (three with the Observatory), keeps one and discards the others beneath the deck."


def must_gather(game: Game, turn: Turn) -> None:
    """Check a player who can do nothing but gather."""
    gather(game, turn, game.record.answer(turn.player.seat, "must gather resources", GatherGold, GatherCards))


def gather(game: Game, turn: Turn, action: Action) -> None:
    """Check what comes of gathering."""
    game.demand(not turn.gathered, ONCE, "something else", "gathering again")
    if isinstance(action, GatherGold):
        bonus = turn.player.has("gold_mine")
        rule = "Gathering gold gives two gold, and one more with the Gold Mine."
        game.gain_gold(turn.player, 2 + bonus, "gather", rule)
    else:
        _draw(game, turn)
    turn.gathered = True


def _draw(game: Game, turn: Turn) -> None:
    player = turn.player
    game.demand(len(game.deck), "Cards cannot be gathered from an empty deck.", "gold", "cards")
    game.note("last card of the deck gathered", len(game.deck) == 1)
    game.note("Library with the Observatory", player.has("library") and player.has("observatory"))
    count = min(3 if player.has("observatory") else 2, len(game.deck))
    if player.has("library") or count == 1:
        rule = "With the Library all cards drawn are kept, and so is the last card of the deck."
        game.gain_cards(player, count, "gather", rule)
        return
    drawn = game.draw(player, count, KEEP)
    action = game.record.answer(player.seat, "keeps one of the cards drawn", Keep)
    game.demand(action.card in drawn, KEEP, f"one of {drawn}", action.card)
    game.record.expect(CardKept(player.seat, count - 1, action.card), KEEP)
    rest = list(drawn)
    rest.remove(action.card)
    player.hand[action.card] += 1
    game.deck.put_beneath(rest)

"""What the owner of a unique district may do with it at any time of his turn."""

from protocol.actions import Action, Armory, Laboratory, Museum, Smithy
from protocol.cards import UniqueDistrict
from protocol.events import CardPutAway
from tests.oracle.abilities import Handler, once
from tests.oracle.game import Game
from tests.oracle.table import Site, Turn


def _owned(game: Game, turn: Turn, district: UniqueDistrict) -> Site:
    """Return the district that is used, which must stand in the player's own city."""
    rule = "The effect of a unique district is its owner's."
    site = next((site for site in turn.player.city if site.district == district), None)
    game.demand(site, rule, f"{district} in the city", [one.district for one in turn.player.city])
    assert site is not None
    return site


def _laboratory(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, Laboratory)
    _owned(game, turn, "laboratory")
    once(game, turn, "laboratory")
    rule = "The Laboratory gives two gold for a card discarded from the hand."
    game.discard(turn.player, [action.card], "laboratory", rule)
    game.gain_gold(turn.player, 2, "laboratory", rule)


def _smithy(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, Smithy)
    _owned(game, turn, "smithy")
    once(game, turn, "smithy")
    rule = "The Smithy gives three cards for two gold."
    game.pay(turn.player, 2, "smithy", rule)
    game.gain_cards(turn.player, 3, "smithy", rule)


def _museum(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, Museum)
    museum = _owned(game, turn, "museum")
    once(game, turn, "museum")
    rule = "A card of the hand is put facedown beneath the Museum."
    game.from_hand(turn.player, [action.card], rule)
    game.record.expect(CardPutAway(turn.player.seat, action.card), rule)
    museum.beneath[action.card] += 1


def _armory(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, Armory)
    armory = _owned(game, turn, "armory")
    rule = "The Armory is destroyed to destroy one other district."
    game.demand(action.seat < len(game.players), rule, "a seat of the table", action.seat)
    owner = game.players[action.seat]
    site = game.find_site(owner, action.district, action.beautified, rule)
    game.demand(site is not armory, rule, "another district", "the Armory itself")
    rule = "A district in a completed city cannot be destroyed by the Armory."
    game.demand(not game.is_complete(owner), rule, "another city", f"P{owner.seat}, of size {owner.size}")
    game.note("Armory used in an own completed city", game.is_complete(turn.player))
    game.note("Armory used on the Keep", site.district == "keep")
    game.destroy(turn.player, [(turn.player, armory), (owner, site)], rule)


ACTS: dict[type[Action], Handler] = {
    Laboratory: _laboratory,
    Smithy: _smithy,
    Museum: _museum,
    Armory: _armory,
}

"""What the characters of ranks 7 to 9 may do: extra cards, study, the three ways of rank 8, coins and taxes."""

from collections import Counter

from protocol.actions import (
    Action,
    Beautify,
    CollectTaxes,
    Destroy,
    Exchange,
    ExtraCards,
    Keep,
    Seize,
    Study,
)
from protocol.events import CardsStudied, DistrictBeautified, DistrictMoved, TaxesCollected
from tests.oracle.abilities import Handler, use
from tests.oracle.game import Game
from tests.oracle.table import Player, Site, Turn


def _extra_cards(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, ExtraCards)
    if turn.character == "navigator":
        use(game, turn, "navigate", "navigator")
        game.gain_cards(turn.player, 4, "navigator", "The Navigator gains four gold or four cards.")
    else:
        use(game, turn, "extra_cards", "architect")
        game.gain_cards(turn.player, 2, "architect", "The Architect gains two extra cards.")


def _study(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, Study)
    use(game, turn, "study", "scholar")
    rule = "The Scholar draws seven cards, keeps one and shuffles the others into the deck."
    drawn = list(game.draw(turn.player, 7, rule))
    game.demand(drawn, rule, "cards in the deck", "none")
    choice = game.record.answer(turn.player.seat, "keeps one of the cards drawn", Keep)
    game.demand(choice.card in drawn, rule, f"one of {drawn}", choice.card)
    game.record.expect(CardsStudied(turn.player.seat, choice.card), rule)
    drawn.remove(choice.card)
    turn.player.hand[choice.card] += 1
    game.deck.shuffle_in(drawn)


def _touch(game: Game, owner: Player, site: Site) -> None:
    """Object to a district that the rank 8 character cannot use its ability on."""
    rule = "The rank 8 character cannot use its ability on the Keep."
    game.demand(site.district != "keep", rule, "another district", site.district)
    rule = "The rank 8 character cannot use its ability on the districts of the Bishop."
    game.demand(owner.seat != game.round.sheltered, rule, "another city", f"P{owner.seat}")


def _reach(game: Game, owner: Player, site: Site, what: str) -> None:
    """Object to a district in a city that the rank 8 character cannot reach."""
    _touch(game, owner, site)
    rule = f"The rank 8 character cannot {what} a district in a completed city."
    game.demand(not game.is_complete(owner), rule, "another city", f"P{owner.seat}, of size {owner.size}")


def _wall(owner: Player, site: Site) -> int:
    """Return what the Great Wall adds to the price of any other district in its city."""
    return int(owner.has("great_wall") and site.district != "great_wall")


def _destroy(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, Destroy)
    use(game, turn, "destroy", "warlord")
    rule = "The Warlord destroys a district of any city."
    game.demand(action.seat < len(game.players), rule, "a seat of the table", action.seat)
    owner = game.players[action.seat]
    site = game.find_site(owner, action.district, action.beautified, rule)
    _reach(game, owner, site, "destroy")
    game.note("destruction beside the Great Wall", bool(_wall(owner, site)))
    game.note("Warlord destroys in his own city", owner is turn.player)
    rule = "The Warlord pays one gold less than the cost, and one more beside the Great Wall."
    game.pay(turn.player, site.cost - 1 + _wall(owner, site), "warlord", rule)
    game.destroy(turn.player, [(owner, site)], rule)


def _move(game: Game, giver: Player, to: Player, site: Site, rule: str) -> None:
    """A district that was lifted from a city is put into another, with its coin and the cards beneath it."""
    beneath = tuple(sorted(site.beneath.elements())) or None
    game.record.expect(DistrictMoved(to.seat, giver.seat, site.district, site.coin, beneath), rule)
    to.city.append(site)
    game.test_completion(to)


def _not_doubled(game: Game, to: Player, site: Site) -> None:
    rule = "No district identical to one in the city is acquired, not even with the Quarry."
    game.demand(not to.has(site.district), rule, "another district", f"{site.district} for P{to.seat}")


def _exchange(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, Exchange)
    use(game, turn, "exchange", "diplomat")
    rule = "The Diplomat exchanges a district of another player's city for one of his own."
    diplomat, other = turn.player, game.another(turn.player, action.seat, rule)
    theirs = game.find_site(other, action.take.district, action.take.beautified, rule)
    own = game.find_site(diplomat, action.give.district, action.give.beautified, rule)
    _reach(game, other, theirs, "exchange for")
    _touch(game, diplomat, own)
    _not_doubled(game, diplomat, theirs)
    _not_doubled(game, other, own)
    price = max(0, theirs.cost - own.cost) + _wall(other, theirs)
    game.note("exchange beside the Great Wall", bool(_wall(other, theirs)))
    game.note("Museum exchanged with cards beneath", bool(theirs.beneath or own.beneath))
    game.note("Monument exchanged", "monument" in (theirs.district, own.district))
    game.note("district with a coin exchanged", theirs.coin or own.coin)
    rule = "The Diplomat gives the owner the difference in cost, and one more beside the Great Wall."
    game.hand_over(diplomat, other, price, "diplomat", rule)
    other.city.remove(theirs)
    diplomat.city.remove(own)
    _move(game, other, diplomat, theirs, rule)
    _move(game, diplomat, other, own, rule)


def _seize(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, Seize)
    use(game, turn, "seize", "marshal")
    rule = "The Marshal seizes a district with a cost of three or less in another player's city."
    marshal, owner = turn.player, game.another(turn.player, action.seat, rule)
    site = game.find_site(owner, action.district, action.beautified, rule)
    game.demand(site.cost <= 3, rule, "at most 3 gold", f"{site.district} for {site.cost}")
    _reach(game, owner, site, "seize")
    _not_doubled(game, marshal, site)
    game.note("seizure beside the Great Wall", bool(_wall(owner, site)))
    rule = "The Marshal gives the owner the cost of the district, and one more beside the Great Wall."
    game.hand_over(marshal, owner, site.cost + _wall(owner, site), "marshal", rule)
    owner.city.remove(site)
    _move(game, owner, marshal, site, rule)


def _beautify(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, Beautify)
    use(game, turn, "beautify", "artist")
    assert isinstance(action.districts, tuple)
    artist, named = turn.player, action.districts
    rule = "The Artist assigns one gold each to one or two districts of his city that have none."
    game.demand(1 <= len(named) <= 2, rule, "one or two districts", named)
    game.demand(artist.gold >= len(named), rule, f"{len(named)} gold", artist.gold)
    bare = Counter(site.district for site in artist.city if not site.coin)
    game.demand(not Counter(named) - bare, rule, f"districts of {dict(bare)}", named)
    for district in named:
        game.find_site(artist, district, False, rule).coin = True
    artist.gold -= len(named)
    game.record.gather([DistrictBeautified(artist.seat, district) for district in named], rule)


def _collect_taxes(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, CollectTaxes)
    use(game, turn, "collect_taxes", "tax_collector")
    rule = "The Tax Collector takes all gold from his token."
    game.record.expect(TaxesCollected(turn.player.seat, game.token), rule)
    turn.player.gold += game.token
    game.token = 0


ACTS: dict[type[Action], Handler] = {
    ExtraCards: _extra_cards,
    Study: _study,
    Destroy: _destroy,
    Exchange: _exchange,
    Seize: _seize,
    Beautify: _beautify,
    CollectTaxes: _collect_taxes,
}

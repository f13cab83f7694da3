"""Building a district: what may be built, what it costs, how it is paid, the warrant, the tax."""

from collections.abc import Sequence

from protocol.actions import Action, Build, Confiscate, Decline
from protocol.cards import District
from protocol.events import (
    AbilityUsed,
    CardPlayed,
    CardsTaken,
    DistrictBuilt,
    DistrictConfiscated,
    GoldGained,
    MarkRevealed,
    TaxPaid,
)
from tests.oracle.abilities import Handler
from tests.oracle.game import Game
from tests.oracle.table import Player, Site, Turn
from tests.oracle.tables import COST, UNIQUE, type_of


def build(game: Game, turn: Turn, action: Action) -> None:
    """Check a district built from the hand."""
    assert isinstance(action, Build)
    counted = _is_counted(turn, action.district)
    if counted:
        rule = "No more districts are built in a turn than the building limit."
        game.demand(turn.builds > 0, rule, "no building", action)
    _may_stand(game, turn, action.district)
    rule = "A district is built from the hand."
    game.demand(turn.player.hand[action.district], rule, f"one of {dict(turn.player.hand)}", action.district)
    turn.builds -= counted
    _build(game, turn, action)


def build_from(game: Game, turn: Turn, action: Build, owner: Player) -> None:
    """Check the Wizard's district, built at once from the hand he looks at, outside the limit."""
    _may_stand(game, turn, action.district)
    rule = "The Wizard builds a card of the hand that he looks at."
    game.demand(owner.hand[action.district], rule, f"one of {dict(owner.hand)}", action.district)
    game.record.expect(
        CardsTaken(turn.player.seat, owner.seat, 1, "wizard", (action.district,)),
        rule,
    )
    game.from_hand(owner, [action.district], rule)
    turn.player.hand[action.district] += 1
    _build(game, turn, action)


def _given(cards: object) -> Sequence[District]:
    """Return the cards of an action, in which no template is left."""
    assert isinstance(cards, tuple)
    return cards


def _is_counted(turn: Turn, district: District) -> bool:
    """Tell whether a district counts toward the building limit: not the Stables, no trade district of the Trader."""
    free = district == "stables" or (turn.character == "trader" and type_of(district) == "trade")
    return not free


def _may_stand(game: Game, turn: Turn, district: District) -> None:
    """Object to a district that may not be built now."""
    player = turn.player
    rule = "A district is built after gathering resources."
    game.demand(turn.gathered, rule, "gathering first", district)
    rule = "The Navigator cannot build any districts."
    game.demand(turn.character != "navigator", rule, "no building", district)
    game.demand(district in COST, "The Secret Vault cannot be built.", "another district", district)
    rule = "The Monument cannot be built in a city of five or more districts."
    fits = district != "monument" or len(player.city) < 5
    game.demand(fits, rule, "another district", f"{len(player.city)} districts")
    rule = "No district identical to one in the city is built, but by the Wizard or with the Quarry."
    doubles = turn.character == "wizard" or player.has("quarry")
    game.demand(doubles or not player.has(district), rule, "another district", district)
    game.note("double built by the Wizard", player.has(district) and not player.has("quarry"))
    game.note("double built with the Quarry", player.has(district) and turn.character != "wizard")


def _price(player: Player, district: District) -> int:
    """Return the cost, in gold; with the Factory other unique districts cost one less."""
    return COST[district] - (district in UNIQUE and district != "factory" and player.has("factory"))


def _build(game: Game, turn: Turn, action: Build) -> None:
    """Check the payment, the warrant, and the district that rises. The card is in the builder's hand."""
    player, district = turn.player, action.district
    game.from_hand(player, [district], "The card that is built leaves the hand.")
    if action.sacrifice:
        _sacrifice(game, turn, action)
        paid = None
    else:
        paid = _pay(game, turn, action)
        turn.refundable += paid
    rule = "The card is played, and counts toward the building limit unless it is exempt."
    game.record.expect(CardPlayed(player.seat, district, turn.builds), rule)
    if paid is None or not _confiscated(game, turn, district, paid):
        rise(game, turn, player, district)


def _sacrifice(game: Game, turn: Turn, action: Build) -> None:
    """A district is destroyed in place of paying: the Framework, or any one for the Necropolis."""
    player, named = turn.player, action.sacrifice
    assert named is not None
    rule = "Only the Framework is destroyed in place of paying, or any own district for the Necropolis."
    allowed = named.district == "framework" or action.district == "necropolis"
    game.demand(allowed, rule, "the Framework", action)
    unpaid = not action.cards and not action.exchange and action.lender is None
    game.demand(unpaid, "The district is destroyed in place of paying.", "no payment", action)
    site = game.find_site(player, named.district, named.beautified, rule)
    game.note("Framework sacrificed", named.district == "framework")
    game.note("Necropolis built by sacrifice", action.district == "necropolis")
    game.note("Monument sacrificed", named.district == "monument")
    game.destroy(player, [(player, site)], rule)


def _pay(game: Game, turn: Turn, action: Build) -> int:
    """Check the payment and return the gold that was paid."""
    player, cards = turn.player, _given(action.cards)
    price = _price(player, action.district)
    rule = "Only the Thieves' Den is paid with cards of the hand, a gold each, and not more than it costs."
    fits = not cards or (action.district == "thieves_den" and len(cards) <= price)
    game.demand(fits, rule, f"at most {price} cards for the Thieves' Den", action)
    gold = price - len(cards)
    if action.lender is not None:
        _borrow(game, turn, action, gold)
    else:
        game.demand(not action.exchange, "Cards are exchanged with a lender only.", "no exchange", action)
    game.discard(player, cards, "thieves_den", rule)
    game.pay(player, gold, "build", f"The building cost of {action.district} is {price}, paid to the bank.")
    return gold


def _borrow(game: Game, turn: Turn, action: Build, gold: int) -> None:
    """The Cardinal takes the gold he lacks from one player and gives a card for each."""
    player, exchange = turn.player, _given(action.exchange)
    rule = "Only the Cardinal takes gold that he lacks to build, once in a turn, from another player."
    game.demand(turn.character == "cardinal" and "borrow" not in turn.used, rule, "own gold", action)
    assert action.lender is not None
    lender = game.another(player, action.lender, rule)
    lack = gold - player.gold
    rule = "The Cardinal takes exactly the gold that he lacks and gives one card for each."
    game.demand(0 < lack == len(exchange), rule, f"{lack} cards", exchange)
    turn.used.add("borrow")
    game.record.expect(AbilityUsed(player.seat, "borrow"), rule)
    game.hand_over(lender, player, lack, "cardinal", rule)
    game.take_cards(player, lender, exchange, "cardinal", rule)


def _confiscated(game: Game, turn: Turn, district: District, paid: int) -> bool:
    """Check the warrant on the first district paid for in a turn; tell whether the Magistrate took it."""
    first, turn.paid_before = not turn.paid_before, True
    warrants = game.round.warrants
    signed = warrants.faces.get(turn.character) == "signed" and warrants.seat != turn.player.seat
    if not (first and signed):
        return False
    magistrate = game.players[warrants.seat]
    barred = magistrate.has(district) or (district == "monument" and len(magistrate.city) >= 5)
    game.note("confiscation barred", barred)
    if barred:
        return False
    answer = game.record.answer(magistrate.seat, "confiscates the district or not", Confiscate, Decline)
    if isinstance(answer, Decline):
        return False
    game.note(f"confiscated from the {turn.character}")
    game.note("confiscated Thieves' Den paid with cards alone", not paid)
    rule = "The Magistrate reveals the signed warrant."
    game.record.expect(MarkRevealed("warrant", turn.character, "signed"), rule)
    rule = "The targeted player receives back all gold paid for the confiscated district."
    if paid:
        game.record.expect(GoldGained(turn.player.seat, paid, "magistrate"), rule)
    turn.player.gold += paid
    turn.refundable -= paid
    rule = "The Magistrate confiscates the district and builds it in his own city for free."
    game.record.expect(DistrictConfiscated(magistrate.seat, turn.player.seat, district), rule)
    rise(game, turn, magistrate, district)
    return True


def rise(game: Game, turn: Turn, builder: Player, district: District) -> None:
    """A district rises in a city: it may complete it, and is taxed."""
    rule = "The district is built in the city."
    game.record.expect(DistrictBuilt(builder.seat, district, turn.builds), rule)
    builder.city.append(Site(district))
    game.test_completion(builder)
    collector = builder is turn.player and turn.character == "tax_collector"
    if "tax_collector" in game.setup.cast and builder.gold and not collector:
        rule = "After a district is built its builder puts one gold on the Tax Collector's token."
        game.record.expect(TaxPaid(builder.seat), rule)
        builder.gold -= 1
        game.token += 1


ACTS: dict[type[Action], Handler] = {Build: build}

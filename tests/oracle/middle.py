"""What the characters of ranks 4 to 6 may do: crown, tithe, extra gold; and everybody's income for districts."""

from protocol.actions import Action, CollectIncome, CollectTithe, ExtraGold, PassCrown
from tests.oracle.abilities import Handler, use
from tests.oracle.game import Game
from tests.oracle.table import Turn
from tests.oracle.tables import CARD_INCOME, INCOME, type_of


def _collect_income(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, CollectIncome)
    use(game, turn, "collect_income", *INCOME)
    wanted = INCOME[turn.character]
    due = sum(type_of(site.district) == wanted for site in turn.player.city)
    due += turn.player.has("school_of_magic")
    rule = f"The {turn.character} gains a resource for each {wanted} district, and for the School of Magic."
    if turn.character == "abbot":
        cards = action.cards
        game.demand(cards <= due, "The Abbot chooses how many of them are cards.", f"at most {due}", cards)
    else:
        game.demand(not action.cards, "Only the Abbot chooses his resources.", 0, action.cards)
        cards = due if turn.character in CARD_INCOME else 0
    game.gain_gold(turn.player, due - cards, "income", rule)
    game.gain_cards(turn.player, cards, "income", rule)


def _pass_crown(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, PassCrown)
    use(game, turn, "pass_crown", "emperor")
    rule = "The Emperor gives the crown to another player than its holder."
    emperor, heir = turn.player, game.another(turn.player, action.seat, rule)
    game.demand(heir.seat != game.crown, rule, "another seat", heir.seat)
    game.move_crown(heir, rule)
    rule = "The Emperor takes one gold or one random card from the new holder, unless he has neither."
    if action.take == "gold":
        game.hand_over(heir, emperor, 1, "emperor", rule)
    elif action.take == "card":
        game.demand(heir.hand.total(), rule, "gold, or nothing", "a card of an empty hand")
        game.take_random_card(heir, emperor, "emperor", rule)
    else:
        game.demand(not heir.gold and not heir.hand.total(), rule, "gold or a card", "nothing")


def _collect_tithe(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, CollectTithe)
    use(game, turn, "collect_tithe", "abbot")
    rule = "The richest player gives the Abbot one gold, unless the Abbot is among the richest."
    most = max(player.gold for player in game.players)
    game.demand(turn.player.gold < most, rule, f"less than {most} gold", turn.player.gold)
    richest = game.another(turn.player, action.seat, rule)
    game.demand(richest.gold == most, rule, f"a player with {most} gold", richest.gold)
    game.hand_over(richest, turn.player, 1, "abbot", rule)


def _extra_gold(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, ExtraGold)
    if turn.character == "navigator":
        use(game, turn, "navigate", "navigator")
        game.gain_gold(turn.player, 4, "navigator", "The Navigator gains four gold or four cards.")
        return
    use(game, turn, "extra_gold", "merchant", "queen")
    if turn.character == "merchant":
        game.gain_gold(turn.player, 1, "merchant", "The Merchant gains one extra gold.")
        return
    rule = "The Queen gains three gold if she sits next to the player who revealed the rank 4 character."
    shown_by = game.round.crowned_rank_shown_by
    beside = [(turn.player.seat + step) % len(game.players) for step in (1, -1)]
    game.demand(shown_by in beside, rule, f"rank 4 revealed by one of {beside}", shown_by)
    game.gain_gold(turn.player, 3, "queen", rule)


ACTS: dict[type[Action], Handler] = {
    CollectIncome: _collect_income,
    PassCrown: _pass_crown,
    CollectTithe: _collect_tithe,
    ExtraGold: _extra_gold,
}

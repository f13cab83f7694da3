"""Altered games: each alteration breaks one rule, and tells what the checker must object to."""

from dataclasses import dataclass

from protocol import actions, events
from tests.oracle.alter import course, ends, goods
from tests.oracle.alter.editing import Edit, changed, doubled, dropped, during, more, skipped


@dataclass(frozen=True)
class Alteration:
    """A way to break a rule; `because` is part of the rule, in words, that the objection names."""

    name: str
    because: str
    edit: Edit


ALTERATIONS = [
    Alteration("five cards dealt", "four district cards", course.five_cards),
    Alteration("three gold to start with", "two gold", more(events.GoldGained, "gold", 1, cause="setup")),
    Alteration("a Queen in a small game", "Queen cannot", course.queen_of_four),
    Alteration("rank 4 faceup", "rank 4 character cannot be among", course.king_faceup),
    Alteration("a character too many faceup", "are discarded faceup", course.one_more_faceup),
    Alteration(
        "a kept character offered again", "exactly the characters that are left", course.offered_again
    ),
    Alteration(
        "a character picked that was not offered",
        "one of the characters that he was",
        course.picked_elsewhere,
    ),
    Alteration("another seat picks", "chooses a character", course.out_of_turn),
    Alteration("calls in the wrong order", "ascending order", course.calls_swapped),
    Alteration("a killed character answers", "ascending order", course.killed_turn),
    Alteration("one gold more gathered", "two gold", more(events.GoldGained, "gold", 1, cause="gather")),
    Alteration("gathered twice", "gathers resources once", doubled(actions.GatherGold)),
    Alteration("not gathered", "must gather", skipped(actions.GatherGold, actions.EndTurn)),
    Alteration("another card kept", "keeps one", goods.another_card_kept),
    Alteration("a card kept that was not drawn", "keeps one", goods.card_not_drawn),
    Alteration("a card drawn from beneath", "from the top of the deck", goods.drawn_from_beneath),
    Alteration("a card too few discarded", "keeps one", more(events.CardKept, "beneath", -1)),
    Alteration("a district built twice", "identical to one in the city", goods.built_twice),
    Alteration("the Secret Vault built", "Secret Vault cannot be built", goods.vault_built),
    Alteration("the building limit exceeded", "building limit", goods.beyond_the_limit),
    Alteration("the Navigator builds", "Navigator cannot build", course.navigator_builds),
    Alteration("built before gathering", "after gathering", course.built_before_gathering),
    Alteration("built before the bribe", "pays a bribe or not", course.built_before_bribe),
    Alteration("crowned before the bribe", "Nothing else happens", course.crowned_before_bribe),
    Alteration("a gold less paid", "building cost", more(events.GoldPaid, "gold", -1, cause="build")),
    Alteration("the Factory forgotten", "building cost", goods.factory_forgotten),
    Alteration("a tax skipped", "Tax Collector's token", dropped(events.TaxPaid)),
    Alteration("the Tax Collector taxed", "Nothing else happens", goods.collector_taxed),
    Alteration("taxes short", "takes all gold", more(events.TaxesCollected, "gold", -1)),
    Alteration("income twice", "once per turn", doubled(actions.CollectIncome)),
    Alteration(
        "income too high",
        "gains a resource for each",
        more(events.GoldGained, "gold", 1, cause="income"),
    ),
    Alteration("a warrant on four tokens", "three warrants", course.fourth_warrant),
    Alteration(
        "a confiscation not repaid",
        "receives back all gold paid",
        dropped(events.GoldGained, cause="magistrate"),
    ),
    Alteration("the rank 1 threatened", "threatens two characters", course.threat_to_rank_one),
    Alteration("the killed one robbed", "not rank 1, the killed", course.killed_robbed),
    Alteration(
        "a robbed player keeps a gold", "takes all", more(events.GoldTaken, "gold", -1, cause="thief")
    ),
    Alteration("a robbery forgotten", "takes all", dropped(events.GoldTaken, cause="thief")),
    Alteration(
        "a bribe rounded up",
        "rounded down",
        during(actions.PayBribe, more(events.GoldTaken, "gold", 1)),
    ),
    Alteration(
        "the flower takes half",
        "takes all gold",
        during(actions.RevealThreat, more(events.GoldTaken, "gold", -1)),
    ),
    Alteration("the Spy takes too much", "Spy takes one", more(events.GoldTaken, "gold", 1, cause="spy")),
    Alteration("the Spy gains no cards", "gains a card", dropped(events.CardsGained, cause="spy")),
    Alteration(
        "the Seer gives one back less",
        "gives one card",
        during(actions.GiveCards, dropped(events.CardsTaken)),
    ),
    Alteration("the crown not taken", "must|takes the crown", dropped(events.CrownMoved)),
    Alteration("the crown to somebody else", "crown", changed(events.CrownMoved, course.crown_to_holder)),
    Alteration(
        "the Emperor keeps the crown", "must give the crown away", skipped(actions.PassCrown, actions.EndTurn)
    ),
    Alteration("a tithe of the poor", "richest player gives", goods.tithe_of_the_poor),
    Alteration(
        "the Alchemist refunded too much",
        "Alchemist receives back",
        more(events.GoldGained, "gold", 1, cause="alchemist"),
    ),
    Alteration("the Keep destroyed", "on the Keep", goods.keep_destroyed),
    Alteration("the Bishop raided", "districts of the Bishop", goods.bishop_raided),
    Alteration("a completed city raided", "completed city", goods.completed_raided),
    Alteration(
        "the Warlord pays the full cost",
        "one gold less than the cost",
        more(events.GoldPaid, "gold", 1, cause="warlord"),
    ),
    Alteration("doubled by exchange", "acquired", goods.doubled_by_exchange),
    Alteration("the difference unpaid", "difference", dropped(events.GoldTaken, cause="diplomat")),
    Alteration("a district seized for less", "cost", more(events.GoldTaken, "gold", -1, cause="marshal")),
    Alteration("beautified for two", "assigns one gold", dropped(events.DistrictBeautified)),
    Alteration("the Laboratory twice", "once per turn", doubled(actions.Laboratory)),
    Alteration("the Smithy twice", "once per turn", doubled(actions.Smithy)),
    Alteration("a bewitched turn goes on", "immediately ends", course.bewitched_goes_on),
    Alteration("the Witch gathers again", "gathers resources once", course.resumed_gathers),
    Alteration("the Witch does not resume", "turn starts", dropped(events.TurnStarted, gathered=True)),
    Alteration("a completion unnoticed", "has been completed", dropped(events.CityCompleted)),
    Alteration(
        "a completion taken for the first",
        "has been completed",
        changed(events.CityCompleted, ends.first_or_not),
    ),
    Alteration("no end", "game ends after the round", dropped(events.GameEnded)),
    Alteration("the completion bonus to another", "scores for", ends.bonus_to_another),
    Alteration("first and second exchanged", "most points win", ends.ranks_swapped),
    Alteration("a tie to the lower rank", "most points win", ends.tie_to_the_lower),
    Alteration("the Haunted Quarter counted poorly", "scores for", ends.haunted_poorly),
]

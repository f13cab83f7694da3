"""What a seat may do, in words: the options of a decision and what was chosen."""

from collections.abc import Callable, Sequence
from typing import Any

from protocol import actions
from protocol.actions import AnyAction, Choose, ChooseCharacters, CityCard
from referee.match.sentences import Sentences

Wording = Callable[[Sentences, Any], str]


def tell_choice(say: Sentences, action: AnyAction) -> str:
    """Return an action, or the template of some, in words."""
    return _WORDINGS[type(action)](say, action)


def chosen_option(options: Sequence[AnyAction], action: AnyAction) -> int:
    """Return the index of the option that an action is, or that it is a completion of."""
    return next(index for index, option in enumerate(options) if _covers(option, action))


def _covers(option: AnyAction, action: AnyAction) -> bool:
    if type(option) is not type(action):
        return False
    for field in option.__struct_fields__:
        offered = getattr(option, field)
        if not isinstance(offered, Choose | ChooseCharacters) and offered != getattr(action, field):
            return False
    return True


def _cards(say: Sentences, cards: actions.Cards) -> str:
    if not isinstance(cards, Choose):
        return say.districts(cards)
    return f"{_count(cards)} of {say.districts(cards.options)}"


def _count(template: Choose | ChooseCharacters) -> str:
    least, most = template.min, template.max
    return str(least) if least == most else f"{least} to {most}"


def _placed(say: Sentences, district: CityCard | actions.Destroy | actions.Seize | actions.Armory) -> str:
    return say.district(district.district) + (" (beautified)" if district.beautified else "")


def _pick(say: Sentences, action: actions.Pick) -> str:
    aside = f" and set the {say.character(action.discard)} aside" if action.discard else ""
    return f"keep the {say.character(action.character)}{aside}"


def _build(say: Sentences, action: actions.Build) -> str:
    words = [f"build {say.district(action.district)}"]
    if action.cards:
        words.append(f"paying with {_cards(say, action.cards)}")
    if action.sacrifice:
        words.append(f"destroying {_placed(say, action.sacrifice)} for it")
    if action.lender is not None:
        words.append(f"with gold of {say.who(action.lender)} for {_cards(say, action.exchange)}")
    return ", ".join(words)


def _warrants(say: Sentences, action: actions.ServeWarrants) -> str:
    blank = action.blank
    if isinstance(blank, ChooseCharacters):
        others = f"{_count(blank)} of {say.characters(blank.options)}"
    else:
        others = say.characters(blank)
    return f"serve the signed warrant on the {say.character(action.signed)}, blank ones on {others}"


def _pass_crown(say: Sentences, action: actions.PassCrown) -> str:
    take = {"gold": " for a gold", "card": " for a card", None: ""}[action.take]
    return f"give {say.who(action.seat)} the crown{take}"


def _exchange(say: Sentences, action: actions.Exchange) -> str:
    give, take = _placed(say, action.give), _placed(say, action.take)
    return f"exchange {give} for {take} of {say.who(action.seat)}"


def _give(say: Sentences, action: actions.GiveCards) -> str:
    receivers = ", ".join(map(say.who, action.seats))
    return f"give {_cards(say, action.cards)} to {receivers}"


def _swap_characters(say: Sentences, action: actions.SwapCharacters) -> str:
    given = f"the {say.character(action.character)}" if action.character else "the character"
    return f"exchange {given} with {say.who(action.seat)}"


_WORDINGS: dict[type, Wording] = {
    actions.Pick: _pick,
    actions.GatherGold: lambda _, __: "take gold",
    actions.GatherCards: lambda _, __: "draw cards",
    actions.Keep: lambda say, action: f"keep {say.district(action.card)}",
    actions.Build: _build,
    actions.EndTurn: lambda _, __: "end the turn",
    actions.CollectIncome: lambda _, action: (
        f"collect the income, {action.cards} of it as cards" if action.cards else "collect the income"
    ),
    actions.Assassinate: lambda say, action: f"kill the {say.character(action.character)}",
    actions.Rob: lambda say, action: f"rob the {say.character(action.character)}",
    actions.SwapHands: lambda say, action: f"exchange hands with {say.who(action.seat)}",
    actions.Redraw: lambda say, action: f"replace {_cards(say, action.cards)}",
    actions.ExtraGold: lambda _, __: "take the extra gold",
    actions.ExtraCards: lambda _, __: "take the extra cards",
    actions.Destroy: lambda say, action: f"destroy {_placed(say, action)} of {say.who(action.seat)}",
    actions.Beautify: lambda say, action: f"beautify {_cards(say, action.districts)}",
    actions.CollectTaxes: lambda _, __: "take the taxes",
    actions.Laboratory: lambda say, action: f"Laboratory: discard {say.district(action.card)} for gold",
    actions.Smithy: lambda _, __: "Smithy: pay gold for cards",
    actions.Bewitch: lambda say, action: f"bewitch the {say.character(action.character)}",
    actions.ServeWarrants: _warrants,
    actions.Confiscate: lambda _, __: "turn up the warrant and confiscate the district",
    actions.Decline: lambda _, __: "decline",
    actions.Spy: lambda say, action: f"spy on {say.who(action.seat)} for {action.type} districts",
    actions.Threaten: lambda say, action: (
        f"threaten the {say.character(action.flowered)} with the flower, the {say.character(action.plain)} without"
    ),
    actions.PayBribe: lambda _, __: "pay the bribe",
    actions.RevealThreat: lambda _, __: "turn up the threat",
    actions.LookAtHand: lambda say, action: f"look at the hand of {say.who(action.seat)}",
    actions.TakeCard: lambda say, action: f"take {say.district(action.card)}",
    actions.TakeFromAll: lambda _, __: "take a random card from every other hand",
    actions.GiveCards: _give,
    actions.PassCrown: _pass_crown,
    actions.CollectTithe: lambda say, action: f"take a gold from {say.who(action.seat)}, the richest",
    actions.Study: lambda _, __: "study: draw seven cards and keep one",
    actions.Exchange: _exchange,
    actions.Seize: lambda say, action: f"seize {_placed(say, action)} of {say.who(action.seat)}",
    actions.Armory: lambda say, action: (
        f"Armory: destroy it and {_placed(say, action)} of {say.who(action.seat)}"
    ),
    actions.Museum: lambda say, action: f"Museum: put {say.district(action.card)} beneath it",
    actions.SwapCharacters: _swap_characters,
}
"""How each kind of action is told."""

"""Cards, seats, questions and actions in words."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from protocol import actions
from protocol.actions import AnyAction, CityCard
from protocol.cards import CHARACTERS, DISTRICT_TYPES, Character
from protocol.messages import Decision
from referee.match.sentences import Sentences
from referee.rules import card

Phrase = Callable[[Any], str]

QUESTIONS: dict[Decision, str] = {
    "pick": "Which character do you keep?",
    "theater": "The Theater: do you exchange a character?",
    "gather": "What do you gather?",
    "bewitch": "Whom do you bewitch?",
    "bribe": "You are threatened. Do you pay the Blackmailer?",
    "reveal_threat": "No bribe was paid. Do you turn the threat up?",
    "turn": "It is your turn. What do you do?",
    "keep": "Which card do you keep?",
    "confiscate": "The player with your signed warrant builds. Do you take the district?",
    "take_card": "Which card of this hand do you take?",
    "give_cards": "Which cards do you give?",
    "pass_crown": "Who gets the crown?",
}

KINDS: dict[type, str] = {
    actions.Pick: "Keep a character",
    actions.Keep: "Keep a card",
    actions.Build: "Build a district",
    actions.CollectIncome: "Collect income",
    actions.Assassinate: "Kill a character",
    actions.Rob: "Rob a character",
    actions.SwapHands: "Exchange hands",
    actions.Destroy: "Destroy a district",
    actions.Laboratory: "Laboratory: discard a card for gold",
    actions.Bewitch: "Bewitch a character",
    actions.ServeWarrants: "Serve warrants",
    actions.Spy: "Spy on a hand",
    actions.Threaten: "Threaten two characters",
    actions.LookAtHand: "Look at a hand",
    actions.TakeCard: "Take a card",
    actions.PassCrown: "Pass the crown",
    actions.CollectTithe: "Collect the tithe",
    actions.Exchange: "Exchange districts",
    actions.Seize: "Seize a district",
    actions.Armory: "Armory: destroy a district",
    actions.Museum: "Museum: put a card beneath it",
    actions.SwapCharacters: "Theater: exchange a character",
}
"""What a group of actions of one kind is called; those that are not here never come in groups."""

FIELDS: dict[tuple[type, str], str] = {
    (actions.Pick, "character"): "Keep",
    (actions.Pick, "discard"): "Put aside",
    (actions.Build, "district"): "Build",
    (actions.Build, "cards"): "pay",
    (actions.Build, "sacrifice"): "destroying",
    (actions.Build, "lender"): "with gold of",
    (actions.Exchange, "give"): "Give",
    (actions.Exchange, "take"): "Take",
    (actions.Threaten, "flowered"): "Flowered threat on",
    (actions.Threaten, "plain"): "Plain threat on",
    (actions.ServeWarrants, "signed"): "Signed warrant on",
}
"""What stands before the value of a field, where the value alone would not say enough."""


class Words:
    """Knows what the cards and the seats are called. `names` are those of the seats."""

    def __init__(self, edition: str, names: Sequence[str]) -> None:
        self.story = Sentences(edition, names)
        self.names = tuple(names)
        self._phrases: dict[type, Phrase] = {**_turn_phrases(self), **_card_phrases(self), **_marks(self)}

    def action(self, action: AnyAction) -> str:
        """Return an option of the person's as an invitation, `Build Temple (religious, 1)`."""
        return self._phrases[type(action)](action)

    def group(self, kind: type, field: str | None, value: object) -> str:
        """Return what is common to options of one kind: the kind, or the value of one of its fields."""
        if field is None:
            return KINDS[kind]
        return f"{FIELDS.get((kind, field), '')} {self.value(value)}".strip()

    def value(self, value: object) -> str:
        """Return a value of an action's field in words."""
        match value:
            case None | ():
                return "nothing"
            case int():
                return self.names[value]
            case CityCard():
                return self.district(value.district) + (" (beautified)" if value.beautified else "")
            case str() if value in CHARACTERS:
                return self.title(value)
            case str() if value in DISTRICT_TYPES:
                return f"{value} districts"
            case str():
                return self.district(value)
            case _:
                return "cards of your hand"

    def title(self, name: str) -> str:
        """Return the title of a card."""
        return card(name).title

    def titles(self, names: Iterable[str]) -> str:
        """Return the titles of cards, with commas between."""
        return ", ".join(map(self.title, names))

    def the(self, character: Character) -> str:
        """Return a character with its article."""
        return f"the {self.title(character)}"

    def district(self, name: str) -> str:
        """Return a district with its type and printed cost."""
        shown = card(name)
        cost = "cannot be built" if shown.cost is None else str(shown.cost)
        return f"{shown.title} ({shown.type}, {cost})"


def _turn_phrases(say: Words) -> dict[type, Phrase]:
    return {
        actions.Pick: lambda a: (
            f"Keep {say.the(a.character)}"
            + (f" and put {say.the(a.discard)} aside, facedown" if a.discard else "")
        ),
        actions.GatherGold: lambda _: "Take gold",
        actions.GatherCards: lambda _: "Draw cards",
        actions.EndTurn: lambda _: "End the turn",
        actions.CollectIncome: lambda a: (
            "Collect income" + (f", {a.cards} of it in cards" if a.cards else "")
        ),
        actions.ExtraGold: lambda _: "Take the character's extra gold",
        actions.ExtraCards: lambda _: "Take the character's extra cards",
        actions.CollectTaxes: lambda _: "Take the gold of the taxes",
        actions.CollectTithe: lambda a: f"Take 1 gold from {say.names[a.seat]}, the richest",
        actions.Smithy: lambda _: "Smithy: pay 2 gold for 3 cards",
        actions.PayBribe: lambda _: "Pay the bribe, half of your gold",
        actions.RevealThreat: lambda _: "Turn the threat up",
        actions.Confiscate: lambda _: "Show the signed warrant and take the district",
        actions.Decline: lambda _: "No",
        actions.PassCrown: lambda a: (
            f"Give the crown to {say.names[a.seat]}" + (f" and take a {a.take}" if a.take else "")
        ),
        actions.SwapCharacters: lambda a: (
            f"Exchange {say.the(a.character) if a.character else 'your character'} with {say.names[a.seat]}"
        ),
    }


def _card_phrases(say: Words) -> dict[type, Phrase]:
    return {
        actions.Keep: lambda a: f"Keep {say.district(a.card)}",
        actions.Build: lambda a: f"Build {say.district(a.district)}{_payment(say, a)}",
        actions.SwapHands: lambda a: f"Exchange hands with {say.names[a.seat]}",
        actions.Redraw: lambda _: "Put cards of your hand beneath the deck and draw as many",
        actions.Laboratory: lambda a: f"Laboratory: discard {say.district(a.card)} for 2 gold",
        actions.Museum: lambda a: f"Museum: put {say.district(a.card)} beneath it",
        actions.Study: lambda _: "Draw seven cards to keep one",
        actions.LookAtHand: lambda a: f"Look at the hand of {say.names[a.seat]} to take a card",
        actions.TakeCard: lambda a: f"Take {say.district(a.card)} into your hand",
        actions.TakeFromAll: lambda _: "Take a random card from every other hand",
        actions.GiveCards: lambda a: (
            f"Give a card to each of {', '.join(say.names[seat] for seat in a.seats)}"
        ),
        actions.Spy: lambda a: f"Ask {say.names[a.seat]} for {a.type} districts",
        actions.Destroy: lambda a: f"Destroy {_standing(say, a)} of {say.names[a.seat]}",
        actions.Armory: lambda a: f"Armory: destroy {_standing(say, a)} of {say.names[a.seat]}",
        actions.Seize: lambda a: f"Seize {_standing(say, a)} of {say.names[a.seat]}",
        actions.Exchange: lambda a: (
            f"Give {say.value(a.give)} for {say.value(a.take)} of {say.names[a.seat]}"
        ),
        actions.Beautify: lambda _: "Beautify one or two of your districts, 1 gold each",
    }


def _standing(say: Words, action: actions.Destroy | actions.Armory | actions.Seize) -> str:
    return say.value(CityCard(action.district, action.beautified))


def _payment(say: Words, build: actions.Build) -> str:
    if build.sacrifice:
        return f", destroying {say.value(build.sacrifice)} instead of paying"
    if build.lender is not None:
        return f" with gold of {say.names[build.lender]} for cards"
    return ", paying with cards" if build.cards else ""


def _marks(say: Words) -> dict[type, Phrase]:
    return {
        actions.Assassinate: lambda a: f"Kill {say.the(a.character)}",
        actions.Rob: lambda a: f"Rob {say.the(a.character)}",
        actions.Bewitch: lambda a: f"Bewitch {say.the(a.character)}",
        actions.ServeWarrants: lambda a: f"Signed warrant on {say.the(a.signed)}, blank ones on two others",
        actions.Threaten: lambda a: (
            f"Flowered threat on {say.the(a.flowered)}, plain one on {say.the(a.plain)}"
        ),
    }

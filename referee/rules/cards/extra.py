"""Extra gold and extra cards, beside what is gathered: Merchant, Architect, Navigator, Queen."""

from collections.abc import Callable
from typing import NamedTuple

from protocol.actions import AnyAction, ExtraCards, ExtraGold
from protocol.cards import Character
from referee.rules import changes
from referee.rules.engine import Events
from referee.rules.errors import IllegalAction
from referee.rules.state import State
from referee.rules.turn import Verb, ability


class Claim(NamedTuple):
    """When extra gold is due to a seat, and the rule that is cited when it is not."""

    due: Callable[[State, int], bool]
    rule: str


def extra_gold(
    character: Character,
    gold: int,
    *,
    use: str = "extra_gold",
    claim: Claim | None = None,
) -> None:
    """Give `character` an ability to gain `gold`, whatever was gathered, with a `claim` only while it is due."""

    def options(state: State, seat: int) -> tuple[AnyAction, ...]:
        return (ExtraGold(),) if claim is None or claim.due(state, seat) else ()

    def check(state: State, seat: int, _action: ExtraGold) -> None:
        if claim is not None and not claim.due(state, seat):
            raise IllegalAction("nothing_to_gain", claim.rule, f"P{seat} has no claim to the gold.", "/kind")

    def gain(state: State, seat: int, _action: ExtraGold, out: Events) -> None:
        changes.gain_gold(state, seat, gold, character, out)

    ability(character, ExtraGold, Verb(options, check, gain, use=use))


def extra_cards(character: Character, count: int, *, use: str = "extra_cards") -> None:
    """Give `character` an ability to gain `count` cards, as far as the deck goes (ARC-01, DCK-03)."""

    def options(state: State, _seat: int) -> tuple[AnyAction, ...]:
        return (ExtraCards(),) if state.deck else ()

    def check(state: State, _seat: int, _action: ExtraCards) -> None:
        if not state.deck:
            raise IllegalAction("nothing_to_gain", "DCK-03", "The deck is empty.", "/kind")

    def gain(state: State, seat: int, _action: ExtraCards, out: Events) -> None:
        changes.gain_cards(state, seat, count, character, out)

    ability(character, ExtraCards, Verb(options, check, gain, use=use))

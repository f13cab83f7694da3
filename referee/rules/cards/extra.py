"""Extra gold and extra cards, beside what is gathered: Merchant, Architect, Navigator, Queen."""

from collections.abc import Callable

from protocol.actions import AnyAction, ExtraCards, ExtraGold
from protocol.cards import Character
from referee.rules import changes
from referee.rules.engine import Events
from referee.rules.errors import IllegalAction
from referee.rules.state import State
from referee.rules.turn import Verb, ability


def always(_state: State, _seat: int) -> bool:
    """Tell that the gold is there whatever was gathered (MER-01, NAV-03)."""
    return True


def extra_gold(
    character: Character,
    gold: int,
    *,
    use: str = "extra_gold",
    due: Callable[[State, int], bool] = always,
    rule: str = "ability-any-time-otherwise",
) -> None:
    """Give `character` an ability to gain `gold` while it is `due`; `rule` is cited when it is not."""

    def options(state: State, seat: int) -> tuple[AnyAction, ...]:
        return (ExtraGold(),) if due(state, seat) else ()

    def check(state: State, seat: int, _action: ExtraGold) -> None:
        if not due(state, seat):
            raise IllegalAction("nothing_to_gain", rule, f"P{seat} has no claim to the gold.", "/kind")

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

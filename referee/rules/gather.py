"""Gathering resources: two gold, or two cards of which one is kept."""

from collections.abc import Callable, Iterator, Sequence

from protocol.actions import AnyAction, GatherCards, GatherGold, Keep
from protocol.cards import District
from protocol.events import MarkKind
from referee.rules import changes
from referee.rules.editions import EDITIONS
from referee.rules.engine import ASKS, AskRule, Events
from referee.rules.errors import IllegalAction
from referee.rules.frames import Ask, AskGather, AskKeep
from referee.rules.moments import GATHER_EXTRA_CARDS, GATHER_EXTRA_GOLD, GATHER_KEEP_ALL
from referee.rules.state import State
from referee.rules.turn import COMMON, Barrier, Verb


def _gold_options(_state: State, _seat: int) -> Sequence[AnyAction]:
    return (GatherGold(),)


def _card_options(state: State, _seat: int) -> Sequence[AnyAction]:
    return (GatherCards(),) if state.deck else ()


def _check_first(state: State, _seat: int, _action: GatherGold | GatherCards) -> None:
    turn = state.active()
    if turn.gathered:
        resumed = state.marked("bewitched", turn.character)
        rule = "witch-no-second-gather" if resumed else "gather-one-option-only"
        raise IllegalAction("already_gathered", rule, "Resources have been gathered this turn.", "/kind")


def _check_cards(state: State, seat: int, action: GatherCards) -> None:
    _check_first(state, seat, action)
    if not state.deck:
        raise IllegalAction("nothing_to_gain", "DCK-04", "The deck is empty.", "/kind")


def _gather_gold(state: State, seat: int, _action: GatherGold, out: Events) -> None:
    state.active().gathered = True
    gold = EDITIONS[state.setup.edition].numbers.gather_gold
    gold += sum([GATHER_EXTRA_GOLD.get(placed.district, 0) for placed in state.seats[seat].city])
    changes.gain_gold(state, seat, gold, "gather", out)


def _gather_cards(state: State, seat: int, _action: GatherCards, out: Events) -> None:
    """Draw, and ask which to keep unless all are kept or only one was left (DCK-02)."""
    state.active().gathered = True
    city = [placed.district for placed in state.seats[seat].city]
    count = EDITIONS[state.setup.edition].numbers.gather_cards
    count += sum([GATHER_EXTRA_CARDS.get(district, 0) for district in city])
    if not GATHER_KEEP_ALL.isdisjoint(city) or len(state.deck) == 1:
        changes.gain_cards(state, seat, count, "gather", out)
    else:
        changes.draw_cards(state, seat, count, out)
        state.then(AskKeep(seat))


WITCH_GATHERS = Barrier(
    build="witch-no-build-before-hold",
    district="witch-only-gather-effects-before-hold",
    ability="witch-must-gather-first",
    end="witch-must-gather-first",
)
"""Why the Witch can only gather in the first part of her turn."""

MARKED_GATHERS: dict[MarkKind, Barrier] = {
    "bewitched": Barrier(
        build="witch-victim-no-build",
        district="witch-victim-gathering-effects-only",
        ability="witch-victim-no-abilities",
        end="gather-mandatory",
    ),
    "threat": Barrier(
        build="blackmailer-threat-blocks-building",
        district="blackmailer-threat-blocks-district-effects",
        ability="blackmailer-victim-gathers-at-once",
        end="blackmailer-victim-gathers-at-once",
    ),
}
"""Why a character with such a mark can only gather now."""

COMMON[GatherGold] = Verb(_gold_options, _check_first, _gather_gold)
COMMON[GatherCards] = Verb(_card_options, _check_cards, _gather_cards)


def _gather_options(state: State, ask: AskGather) -> list[AnyAction]:
    return [*_gold_options(state, ask.seat), *_card_options(state, ask.seat)]


def _check_gather(state: State, ask: AskGather, action: AnyAction) -> None:
    verb = COMMON.get(type(action)) if isinstance(action, GatherGold | GatherCards) else None
    if verb is None:
        rule = _gathers_only(state).rule(action)
        raise IllegalAction("must_gather_first", rule, f"P{ask.seat} gathers resources first.", "/kind")
    verb.check(state, ask.seat, action)


def _gathers_only(state: State) -> Barrier:
    """Return why nothing but gathering is possible now: a spell, a threat, or the Witch's own first step."""
    turn = state.active()
    for mark in state.marks:
        if mark.character == turn.character and mark.kind in MARKED_GATHERS:
            return MARKED_GATHERS[mark.kind]
    return WITCH_GATHERS


def _answer_gather(state: State, ask: AskGather, action: GatherGold | GatherCards, out: Events) -> None:
    COMMON[type(action)].perform(state, ask.seat, action, out)


def _gather_fallback(_state: State, _ask: AskGather) -> AnyAction:
    return GatherGold()


ASKS[AskGather] = AskRule(_gather_options, _check_gather, _answer_gather, _gather_fallback)


def choose_drawn(
    question: type[Ask],
    keep: Callable[[State, int, District, Events], None],
    rule: str,
) -> None:
    """Let `question` be answered by keeping one of the cards drawn, of which `keep` disposes; else `rule` is broken."""

    def options(state: State, ask: Ask) -> Iterator[AnyAction]:
        return (Keep(card) for card in dict.fromkeys(state.seats[ask.seat].drawn))

    def check(state: State, ask: Ask, action: AnyAction) -> None:
        if not isinstance(action, Keep):
            raise IllegalAction("wrong_kind", rule, "One of the cards drawn is to be kept.", "/kind")
        if action.card not in state.seats[ask.seat].drawn:
            raise IllegalAction("not_offered", rule, f"{action.card} was not drawn.", "/card")

    def answer(state: State, ask: Ask, action: Keep, out: Events) -> None:
        keep(state, ask.seat, action.card, out)

    def fallback(state: State, ask: Ask) -> AnyAction:
        return Keep(state.seats[ask.seat].drawn[0])

    ASKS[question] = AskRule(options, check, answer, fallback)


choose_drawn(AskKeep, changes.keep_card, "gather-keep-one")

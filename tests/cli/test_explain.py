"""What `referee explain` shows: its examples lead to the codes that they are about."""

import re

import pytest

from protocol.actions import AnyAction, CollectIncome, EndTurn, GatherCards, GatherGold
from protocol.cards import Character
from protocol.codec import ProtocolFault, decode_from_bot
from protocol.faults import FAULTS, REFUSALS, RefusalCode
from protocol.messages import ActionMessage, Limits
from protocol.session import Session
from referee.match.chair import chosen
from referee.rules import IllegalAction, apply, check
from referee.rules.placing import place
from referee.rules.position import At, Holding, Position, Standing
from tests.protocol.conversation import start

CODES = {**FAULTS, **REFUSALS}
BROKEN = [code for code in FAULTS if "\n<- " in FAULTS[code].example and not code.startswith("too_many")]
"""The faults whose example is the whole conversation that leads to them."""


def lines(code: str, arrow: str) -> list[str]:
    """The lines of an example in one direction, `<- ` or `-> `."""
    return re.findall(rf"^{arrow}(.*)$", CODES[code].example, re.MULTILINE)


@pytest.mark.parametrize("code", CODES)
def test_a_code_is_shown_with_meaning_advice_and_example(invoke, code: str) -> None:
    info = CODES[code]
    head, _, meaning, advice, _, title, *example = invoke("explain", code).output.splitlines()
    assert head.startswith(f"{code}: ")
    assert (meaning, advice, title) == (info.meaning, info.advice, "For example:")
    assert [line.removeprefix("  ") for line in example] == info.example.splitlines()


def test_breaches_of_the_protocol_are_shown_as_conversations() -> None:
    assert set(BROKEN) == {"version_mismatch", "bad_utf8", "bad_json", "bad_message", "unexpected_message"}


@pytest.mark.parametrize("code", BROKEN)
def test_the_example_of_a_fault_leads_to_it(code: str) -> None:
    session = Session(Limits())
    session.hello("sha256:0")
    (said,), (answer,) = lines(code, "-> "), lines(code, "<- ")
    if said.startswith('{"type":"request"'):
        session.receive(b'{"type":"hello","version":1}\n{"type":"ready","game":"g1"}\n')
        session.next_message()
        session.game_start(start())
        session.next_message()
        session.request("r7")
    session.receive(answer.encode("latin-1") + b"\n")
    with pytest.raises(ProtocolFault) as caught:
        session.next_message()
    assert caught.value.code == code


def turn(character: Character, *, of_two: Character = "bishop", gathered: bool = True, **holding) -> Position:
    """P1's turn; P2 has a city with a Tavern in it, and is `of_two`."""
    players = {1: Holding(**holding), 2: Holding(city=(Standing("tavern"),), characters=(of_two,))}
    districts = tuple(card for card in holding.get("hand", ()) if card in ("secret_vault", "keep"))
    cast = (character, of_two)
    return Position(
        At("turn", character, 1), players=players, gathered=gathered, cast=cast, districts=districts
    )


HAND = ("tavern", "market")
RULES: dict[RefusalCode, tuple[Position, list[AnyAction]]] = {
    "wrong_kind": (turn("king", gathered=False), [GatherCards()]),
    "not_spelled_out": (turn("magician", hand=("keep",)), []),
    "not_offered": (
        Position(At("turn", "king", 1), deck=("keep", "library"), districts=("keep", "library")),
        [GatherCards()],
    ),
    "must_gather_first": (turn("king", gathered=False, hand=HAND), []),
    "already_gathered": (turn("king", gathered=False), [GatherGold()]),
    "already_used": (turn("king", city=(Standing("manor"),)), [CollectIncome()]),
    "not_your_ability": (turn("king"), []),
    "not_in_hand": (turn("king", gold=9, hand=("tavern",)), []),
    "not_in_city": (turn("warlord", gold=9, of_two="king"), []),
    "limit_reached": (
        Position(At("turn", "king", 1), players={1: Holding(hand=HAND)}, gathered=True, builds=0),
        [],
    ),
    "duplicate": (turn("king", hand=HAND, city=(Standing("tavern"),)), []),
    "unaffordable": (turn("king", hand=("palace",)), []),
    "unbuildable": (turn("king", gold=9, hand=("secret_vault",)), []),
    "bad_payment": (turn("king", hand=HAND), []),
    "bad_target": (turn("thief"), []),
    "protected": (turn("warlord", gold=9), []),
    "bad_cards": (turn("magician", hand=HAND), []),
    "duty_open": (turn("emperor"), []),
    "nothing_to_gain": (Position(At("turn", "king", 1), rest=3), []),
}
"""Where the example of a refusal takes place, and what P1 does before."""


def test_every_refusal_of_the_rules_is_tried() -> None:
    assert set(RULES) == set(REFUSALS) - {"bad_choice", "not_your_decision"}


@pytest.mark.parametrize("code", RULES)
def test_the_example_of_a_refusal_is_refused_with_it(code: RefusalCode) -> None:
    position, before = RULES[code]
    state, _ = place(position)
    for action in before:
        apply(state, 1, action)
    (answer,) = (decode_from_bot(line.encode()) for line in lines(code, "<- "))
    assert isinstance(answer, ActionMessage)
    with pytest.raises(IllegalAction) as caught:
        check(state, 1, chosen(answer, []))
    assert caught.value.code == code


def test_a_choice_behind_the_last_option_is_refused() -> None:
    (answer,) = (decode_from_bot(line.encode()) for line in lines("bad_choice", "<- "))
    assert isinstance(answer, ActionMessage)
    with pytest.raises(IllegalAction) as caught:
        chosen(answer, [GatherGold(), GatherCards()])
    assert caught.value.code == "bad_choice"


def test_acting_out_of_turn_is_refused() -> None:
    state, _ = place(turn("king"))
    with pytest.raises(IllegalAction) as caught:
        check(state, 2, EndTurn())
    assert caught.value.code == "not_your_decision"

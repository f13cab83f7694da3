from typing import get_args

import pytest

from protocol import actions, events
from protocol.actions import AnyAction, Choose, ChooseCharacters, CityCard
from protocol.events import AnyEvent
from referee.scenario.phrases import ACTIONS, EVENTS, PhraseError, seat_of


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("gather_gold", actions.GatherGold()),
        ("build keep", actions.Build("keep")),
        ("build thieves_den cards [tavern, keep]", actions.Build("thieves_den", ("tavern", "keep"))),
        ("pick thief", actions.Pick("thief")),
        ("pick thief discard king", actions.Pick("thief", "king")),
        ("pick discard king character thief", actions.Pick("thief", "king")),
        ("swap_hands P3", actions.SwapHands(3)),
        ("destroy P0 market", actions.Destroy(0, "market")),
        ("destroy P0 market beautified", actions.Destroy(0, "market", beautified=True)),
        ("destroy P0 market beautified false", actions.Destroy(0, "market")),
        ("redraw [tavern,market]", actions.Redraw(("tavern", "market"))),
        ("redraw []", actions.Redraw(())),
        ("redraw 1..2 of [keep, tavern]", actions.Redraw(Choose(("keep", "tavern"), 1, 2))),
        ("serve_warrants king [thief, bishop]", actions.ServeWarrants("king", ("thief", "bishop"))),
        (
            "serve_warrants king 2..2 of [thief, bishop]",
            actions.ServeWarrants("king", ChooseCharacters(("thief", "bishop"), 2, 2)),
        ),
        (
            "exchange P2 keep+ manor",
            actions.Exchange(2, CityCard("keep", beautified=True), CityCard("manor")),
        ),
        ("give_cards [P0, P3] [keep, manor]", actions.GiveCards((0, 3), ("keep", "manor"))),
    ],
)
def test_actions(text: str, action: AnyAction) -> None:
    phrase = ACTIONS.parse(text)
    assert ACTIONS.build(phrase) == action
    assert phrase.fits(action)
    assert ACTIONS.build(ACTIONS.parse(ACTIONS.write(action))) == action


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("biuld keep", "unknown action `biuld`: did you mean `build`?"),
        ("build kep", "unknown district `kep`: did you mean `keep`?"),
        ("build keep extra", "unknown cards `extra`"),
        ("end_turn now", "`end_turn` has no place for `now`"),
        (
            "build district keep [tavern]",
            "`build` has no place for `[tavern]`; its fields are district, cards",
        ),
        ("build district", "`build` names the district without saying it"),
        ("build district keep district keep", "`build` says the district twice"),
        ("swap_hands P9", "`P9` cannot be the seat of `swap_hands`: Expected `int`, got `str`"),
        ("redraw 1..2 [keep]", "expected `1..2 of [...]`"),
        ("redraw 1..2", "expected `1..2 of [...]`"),
        ("redraw [keep, mraket]", "unknown cards `mraket`: did you mean `market`"),
        ("destroy market P0", "`market` cannot be the seat of `destroy`"),
        ("", "expected action"),
    ],
)
def test_what_cannot_be_understood(text: str, sentence: str) -> None:
    with pytest.raises(PhraseError) as error:
        ACTIONS.parse(text)
    assert str(error.value).startswith(sentence)


def test_an_action_must_be_complete() -> None:
    with pytest.raises(PhraseError, match="`destroy P0` does not say the district"):
        ACTIONS.build(ACTIONS.parse("destroy P0"))


def test_a_phrase_fits_what_agrees_on_the_fields_it_names() -> None:
    event = events.GoldGained(1, 2, "income")
    for text in ("gold_gained", "gold_gained P1", "gold_gained P1 2 income", "gold_gained cause income"):
        assert EVENTS.parse(text).fits(event), text
    for text in ("gold_paid", "gold_gained P2", "gold_gained P1 3", "gold_gained cause gather"):
        assert not EVENTS.parse(text).fits(event), text


def test_lists_fit_in_any_order_and_hidden_is_told_from_seen() -> None:
    seen = events.CardsDrawn(1, 2, ("manor", "tavern"))
    assert EVENTS.parse("cards_drawn P1 2 [tavern, manor]").fits(seen)
    assert not EVENTS.parse("cards_drawn P1 2 [tavern, tavern]").fits(seen)
    assert not EVENTS.parse("cards_drawn cards hidden").fits(seen)
    assert EVENTS.parse("cards_drawn cards hidden").fits(events.CardsDrawn(1, 2))


def test_cards_fit_a_template_that_allows_them() -> None:
    option = actions.Redraw(Choose(("keep", "tavern", "tavern"), 1, 2))
    for text in (
        "redraw",
        "redraw [tavern]",
        "redraw [tavern, tavern]",
        "redraw 1..2 of [tavern, keep, tavern]",
    ):
        assert ACTIONS.parse(text).fits(option), text
    for text in (
        "redraw []",
        "redraw [keep, tavern, tavern]",
        "redraw [keep, keep]",
        "redraw 1..3 of [keep]",
    ):
        assert not ACTIONS.parse(text).fits(option), text


def test_one_is_not_true() -> None:
    assert not EVENTS.parse("city_completed P1 true").fits(events.CityCompleted(1, first=False))
    assert not EVENTS.parse("gold_gained P1 1").fits(events.GoldGained(1, True, "gather"))


def test_every_kind_of_the_protocol_has_its_phrases() -> None:
    assert set(ACTIONS.types.values()) == set(get_args(AnyAction))
    assert set(EVENTS.types.values()) == set(get_args(AnyEvent))


def test_no_field_is_named_like_what_another_one_of_its_kind_may_hold() -> None:
    for what in (ACTIONS, EVENTS):
        for kind in what.types:
            fields = what.fields(kind)
            words = {word for field in fields for word in field.words}
            assert not words & {field.name for field in fields}, kind


def test_seats() -> None:
    assert [seat_of(word) for word in ("P0", "P7", "P8", "p1", 3, None)] == [0, 7, None, None, None, None]

"""Physical changes of the table, and what each seat knows after them."""

from collections import Counter

import pytest

from protocol import events
from referee.rules import State, changes, for_seat, view
from referee.rules.invariants import violations
from referee.rules.state import Batch
from tests.rules.tables import UNIQUES, build_up, deal, in_turn, put_beneath, table


@pytest.fixture
def state() -> State:
    """Four seats; P0 holds four cards, P1 two, P2 and P3 one each."""
    one = table(districts=UNIQUES)
    deal(one, 0, "manor", "manor", "castle", "quarry")
    deal(one, 1, "palace", "tavern")
    deal(one, 2, "temple")
    deal(one, 3, "prison")
    return in_turn(one, 0, "magician")


def known(state: State, seat: int, other: int) -> list[str]:
    return sorted(state.seats[seat].known[other])


def leave_in_deck(state: State, *cards: str) -> None:
    """Shrink the deck to `cards`, the last one on top; all others go to P3."""
    rest = Counter(state.deck) - Counter(cards)
    state.seats[3].hand += rest.elements()
    state.deck = list(cards)
    state.beneath = []


def test_after_a_swap_each_of_the_two_knows_the_other_hand(state):
    changes.swap_hands(state, 0, 1, "magician", [])
    assert known(state, 0, 1) == ["castle", "manor", "manor", "quarry"]
    assert known(state, 1, 0) == ["palace", "tavern"]
    assert known(state, 2, 0) == known(state, 2, 1) == []
    assert violations(state) == []


def test_what_a_witness_knows_of_hands_moves_with_them(state):
    state.seats[2].known[1] = ("tavern",)
    state.seats[2].known[0] = ("quarry",)
    changes.swap_hands(state, 0, 1, "magician", [])
    assert (known(state, 2, 0), known(state, 2, 1)) == (["tavern"], ["quarry"])


def test_a_swap_with_an_empty_hand_is_told_both_ways(state):
    state.deck += state.seats[1].hand
    state.seats[1].hand = []
    out = []
    changes.swap_hands(state, 0, 1, "magician", out)
    assert [(event.seat, event.victim, event.count) for event in out] == [(0, 1, 0), (1, 0, 4)]
    assert out[0].cards == ()
    assert for_seat(out[1], 2).cards is None


def test_a_card_that_is_played_is_no_longer_known(state):
    state.seats[1].known[0] = ("manor", "manor", "quarry")
    changes.play_card(state, 0, "manor", [])
    assert known(state, 1, 0) == ["manor", "quarry"]
    assert state.active().played == "manor"


def test_who_did_not_know_a_played_card_learns_nothing_of_the_others(state):
    state.seats[1].known[0] = ("quarry",)
    changes.play_card(state, 0, "castle", [])
    assert known(state, 1, 0) == ["quarry"]


def test_cards_that_leave_a_hand_unseen_make_others_forget_it(state):
    for seat in (1, 2, 3):
        state.seats[seat].known[0] = ("manor", "quarry")
    state.seats[0].known[1] = ("palace",)
    changes.discard_cards(state, 0, ["manor", "castle"], "magician", [])
    assert [known(state, seat, 0) for seat in (1, 2, 3)] == [[], [], []]
    assert known(state, 0, 1) == ["palace"]


def test_every_seat_forgets_a_hand_of_which_it_did_not_see_what_left(state):
    for seat in (0, 2, 3):
        state.seats[seat].known[1] = ("palace",)
    changes.discard_cards(state, 1, ["tavern"], "laboratory", [])
    assert [known(state, seat, 1) for seat in (0, 2, 3)] == [[], [], []]


def test_the_order_in_which_cards_are_named_does_not_matter(state):
    one, other = state.copy(), state.copy()
    changes.discard_cards(one, 0, ["manor", "castle", "quarry"], "magician", [])
    changes.discard_cards(other, 0, ["quarry", "manor", "castle"], "magician", [])
    assert one == other


def test_who_put_cards_beneath_the_deck_knows_which_but_not_their_order(state):
    changes.discard_cards(state, 0, ["manor", "castle"], "magician", [])
    assert state.beneath == [Batch(2, (0,))]
    assert sorted(state.deck[:2]) == ["castle", "manor"]
    assert view(state, 0).you.beneath == ("castle", "manor")
    assert view(state, 1).you.beneath == ()


def test_later_cards_lie_deeper(state):
    build_up(state, 2, "statue")
    changes.discard_cards(state, 0, ["manor"], "magician", [])
    changes.destroy_district(state, 2, state.seats[2].city[0], 0, [])
    changes.discard_cards(state, 1, ["palace"], "laboratory", [])
    assert state.deck[:3] == ["palace", "statue", "manor"]
    assert view(state, 0).you.beneath == ("manor", "statue", None)
    assert view(state, 1).you.beneath == ("statue", "palace")
    assert view(state, 3).you.beneath == ("statue", None)


def test_an_unknown_card_above_a_known_one_is_left_open(state):
    changes.discard_cards(state, 0, ["manor"], "magician", [])
    changes.discard_cards(state, 1, ["palace"], "laboratory", [])
    changes.discard_cards(state, 0, ["castle"], "magician", [])
    assert view(state, 0).you.beneath == ("manor", None, "castle")
    assert view(state, 1).you.beneath == ("palace", None)


def test_a_destroyed_card_that_is_drawn_is_known_to_all_others(state):
    leave_in_deck(state, "castle", "harbor")
    build_up(state, 2, "castle")
    changes.destroy_district(state, 2, state.seats[2].city[0], 0, [])
    assert state.deck == ["castle", "harbor"]
    changes.gain_cards(state, 1, 2, "architect", [])
    assert [known(state, seat, 1) for seat in (0, 2, 3)] == [["castle"]] * 3
    assert known(state, 1, 1) == []
    assert violations(state) == []


def test_cards_drawn_to_choose_from_are_not_known_to_be_kept(state):
    leave_in_deck(state, "castle", "harbor")
    state.beneath = [Batch(1, (0, 1, 2, 3))]
    changes.draw_cards(state, 1, 2, [])
    changes.keep_card(state, 1, "castle", [])
    assert known(state, 0, 1) == []
    assert view(state, 1).you.beneath == ("harbor",)
    assert view(state, 0).you.beneath == ()


def test_what_is_left_of_a_batch_only_its_drawer_still_knows(state):
    leave_in_deck(state)
    changes.discard_cards(state, 0, ["manor", "castle", "quarry"], "magician", [])
    out = []
    changes.gain_cards(state, 0, 1, "magician", out)
    (card,) = out[0].cards
    assert view(state, 0).you.beneath == tuple(sorted({"manor", "castle", "quarry"} - {card}))
    changes.gain_cards(state, 1, 1, "architect", [])
    assert view(state, 0).you.beneath == ()
    assert known(state, 0, 1) == []


def test_the_last_card_of_a_batch_is_known_when_it_is_drawn(state):
    leave_in_deck(state)
    changes.discard_cards(state, 0, ["quarry"], "laboratory", [])
    changes.gain_cards(state, 1, 1, "architect", [])
    assert known(state, 0, 1) == ["quarry"]


def test_the_drawer_is_told_the_order_in_which_cards_came(state):
    leave_in_deck(state, "castle", "manor", "palace")
    gained, drawn = [], []
    changes.gain_cards(state.copy(), 1, 3, "architect", gained)
    assert gained == [events.CardsGained(1, 3, "architect", ("palace", "manor", "castle"))]
    assert for_seat(gained[0], 0) == events.CardsGained(1, 3, "architect")
    changes.draw_cards(state, 1, 2, drawn)
    assert drawn == [events.CardsDrawn(1, 2, ("palace", "manor"))]
    assert view(state, 1).you.drawn == ("manor", "palace")
    assert view(state, 0).you.drawn == ()


def test_no_more_cards_come_than_there_are(state):
    leave_in_deck(state, "castle")
    out = []
    changes.gain_cards(state, 1, 3, "smithy", out)
    changes.gain_cards(state, 1, 3, "smithy", out)
    assert out == [events.CardsGained(1, 1, "smithy", ("castle",))]


def test_a_hand_that_was_looked_at_is_known(state):
    changes.see_hand(state, 2, 0, [])
    assert known(state, 2, 0) == ["castle", "manor", "manor", "quarry"]
    assert known(state, 3, 0) == []


def test_given_cards_are_known_to_the_two_and_the_rest_of_the_hand_to_nobody_else(state):
    for seat in (1, 2):
        state.seats[seat].known[0] = ("castle", "manor", "manor", "quarry")
    changes.give_cards(state, 0, 1, ["manor", "quarry"], "seer", [])
    assert known(state, 0, 1) == ["manor", "quarry"]
    assert known(state, 1, 0) == ["castle", "manor"]
    assert known(state, 2, 0) == []
    assert violations(state) == []


def test_a_card_put_into_the_museum_is_seen_by_its_owner_only(state):
    build_up(state, 0, "museum")
    state.seats[1].known[0] = ("castle", "quarry")
    out = []
    changes.put_in_museum(state, 0, state.seats[0].city[0], "castle", out)
    assert known(state, 1, 0) == []
    assert view(state, 0).you.museum == ("castle",)
    assert view(state, 1).you.museum == ()
    assert view(state, 1).players[0].city[0].beneath == 1
    assert for_seat(out[0], 1) == events.CardPutAway(0)


def test_a_destroyed_museum_takes_its_cards_along(state):
    build_up(state, 0, "museum")
    state.seats[0].hand.remove("castle")
    put_beneath(state, 0, "castle")
    out = []
    changes.destroy_district(state, 0, state.seats[0].city[0], 2, out)
    assert out[1] == events.CardsDiscarded(0, 1, "museum", ("castle",))
    assert state.deck[:2] == ["castle", "museum"]
    assert view(state, 0).you.beneath == ("museum", "castle")
    assert view(state, 1).you.beneath == ("museum", None)
    assert violations(state) == []


def test_no_gold_is_no_event(state):
    out = []
    changes.gain_gold(state, 0, 0, "income", out)
    assert out == []


def test_studying_shuffles_all_that_was_known_beneath(state):
    changes.discard_cards(state, 0, ["manor"], "laboratory", [])
    changes.draw_cards(state, 0, 7, [])
    size = len(state.deck)
    changes.study(state, 0, state.seats[0].drawn[0], [])
    assert len(state.deck) == size + 6
    assert view(state, 0).you.beneath == ()
    assert violations(state) == []


def test_a_moved_district_keeps_its_gold_and_its_cards(state):
    build_up(state, 1, "museum+")
    state.seats[0].hand.remove("castle")
    put_beneath(state, 1, "castle")
    out = []
    changes.move_district(state, 2, 1, state.seats[1].city[0], out)
    (placed,) = state.seats[2].city
    assert (placed.beautified, placed.beneath) == (True, ("castle",))
    assert not state.seats[1].city
    assert [for_seat(out[0], seat).beneath for seat in range(4)] == [None, ("castle",), ("castle",), None]


def test_an_exchange_puts_each_district_into_the_other_city(state):
    build_up(state, 0, "manor", "temple")
    build_up(state, 1, "castle")
    mine, theirs = state.seats[0].city[0], state.seats[1].city[0]
    changes.exchange_districts(state, 0, 1, theirs, mine, [])
    assert [one.district for one in state.seats[0].city] == ["temple", "castle"]
    assert [one.district for one in state.seats[1].city] == ["manor"]


def test_a_city_is_completed_once_and_one_city_first(state):
    out = []
    for seat in (1, 2):
        build_up(state, seat, "temple", "tavern", "watchtower", "market", "church", "harbor")
        changes.raise_district(state, seat, "manor", out)
        changes.raise_district(state, seat, "palace", out)
    completed = [event for event in out if isinstance(event, events.CityCompleted)]
    assert completed == [events.CityCompleted(1, first=True), events.CityCompleted(2, first=False)]
    assert state.first_completed == 1


def test_a_city_that_shrank_and_grew_again_is_not_completed_anew(state):
    build_up(state, 1, "temple", "tavern", "watchtower", "market", "church", "harbor")
    out = []
    changes.raise_district(state, 1, "manor", out)
    changes.destroy_district(state, 1, state.seats[1].city[0], 1, out)
    changes.raise_district(state, 1, "palace", out)
    assert sum(isinstance(event, events.CityCompleted) for event in out) == 1


def test_the_monument_counts_as_two(state):
    build_up(state, 1, "temple", "tavern", "watchtower", "market", "church")
    out = []
    changes.raise_district(state, 1, "monument", out)
    assert changes.city_size(state, 1) == 7
    assert out[-1] == events.CityCompleted(1, first=True)


def test_what_does_not_move_is_not_told(state):
    out = []
    changes.pay(state, 0, 0, "build", out)
    changes.take_gold(state, 0, 1, 0, "thief", out)
    changes.take_gold(state, 0, 0, 5, "thief", out)
    changes.move_crown(state, state.crown, out)
    changes.refund(state, 0, 0, "magistrate", out)
    assert out == []
    assert [seat.gold for seat in state.seats] == [2, 2, 2, 2]


def test_a_refund_is_no_longer_spent(state):
    state.active().spent = 5
    changes.refund(state, 0, 3, "magistrate", [])
    assert (state.active().spent, state.seats[0].gold) == (2, 5)


def test_taxes_go_to_the_token_and_all_of_them_from_it(state):
    out = []
    changes.pay_tax(state, 0, out)
    changes.pay_tax(state, 1, out)
    changes.collect_taxes(state, 3, out)
    assert ([seat.gold for seat in state.seats], state.taxes) == ([1, 1, 2, 4], 0)
    assert out[-1] == events.TaxesCollected(3, 2)


def test_only_the_two_who_swap_characters_know_of_it(state):
    for seat, character in enumerate(["thief", "king", "bishop", "warlord"]):
        state.seats[seat].characters = [character]
    out = []
    changes.swap_characters(state, 0, 3, "thief", "warlord", out)
    assert [seat.characters for seat in state.seats] == [["warlord"], ["king"], ["bishop"], ["thief"]]
    assert [len(view(state, seat).you.known_characters) for seat in range(4)] == [1, 0, 0, 1]
    assert for_seat(out[0], 1) == events.CharactersSwapped(0, 3)
    assert for_seat(out[0], 3) is out[0]

"""Every legal action has exactly one spelling, and every spelling is a legal action."""

import numpy as np
import pytest

from protocol.actions import Beautify, Build, Choose, Destroy, EndTurn, GiveCards, Redraw
from referee import rules
from referee.env.spelling import DONE, WORDS, Spelling


def spellings(options, seat=0, seats=4):
    """All spellings of the options, with the action that each stands for."""
    begun = [()]
    found = {}
    while begun:
        said = begun.pop()
        spelling = Spelling(options, seat, seats)
        for number in said:
            spelling.say(number)
        if spelling.finished:
            found[" ".join(spelling.words)] = spelling.action()
        else:
            begun += [(*said, number) for number in spelling.legal]
    return found


def test_a_selection_is_spelled_card_by_card_each_once():
    found = spellings([Redraw(Choose(("docks", "docks", "manor"), 1, 3)), EndTurn()])
    assert found == {
        "redraw docks done": Redraw(("docks",)),
        "redraw manor done": Redraw(("manor",)),
        "redraw docks docks done": Redraw(("docks", "docks")),
        "redraw docks manor done": Redraw(("docks", "manor")),
        "redraw docks docks manor done": Redraw(("docks", "docks", "manor")),
        "end_turn done": EndTurn(),
    }


def test_a_selection_never_gets_stuck_below_its_minimum():
    found = spellings([Beautify(Choose(("docks", "manor", "palace"), 2, 2)), EndTurn()])
    assert set(found) == {
        "beautify docks manor done",
        "beautify docks palace done",
        "beautify manor palace done",
        "end_turn done",
    }


def test_where_the_order_counts_each_order_has_a_spelling():
    found = spellings([GiveCards((2, 3), Choose(("docks", "manor"), 2, 2))], seat=1)
    assert found == {
        "give_cards +1 +2 docks manor done": GiveCards((2, 3), ("docks", "manor")),
        "give_cards +1 +2 manor docks done": GiveCards((2, 3), ("manor", "docks")),
    }


def test_fields_that_may_be_left_out_are_named():
    found = spellings([Build("keep"), Build("keep", lender=3, exchange=Choose(("docks", "manor"), 1, 1))])
    assert set(found) == {
        "build keep done",
        "build keep lender +3 exchange docks done",
        "build keep lender +3 exchange manor done",
    }


def test_seats_are_counted_from_the_one_that_acts():
    options = [Destroy(0, "docks"), Destroy(3, "docks", beautified=True), EndTurn()]
    assert set(spellings(options, seat=3)) == {
        "destroy +1 docks done",
        "destroy +0 docks beautified done",
        "end_turn done",
    }


def test_what_leaves_no_choice_is_spelled_by_itself():
    spelling = Spelling([EndTurn()], 0, 2)
    assert spelling.finished
    assert spelling.words == ["end_turn", DONE]
    assert spelling.legal == []


def test_a_word_that_cannot_come_next_is_refused():
    spelling = Spelling([EndTurn(), Destroy(1, "docks")], 0, 2)
    with pytest.raises(ValueError, match="'docks' cannot follow 'the beginning'"):
        spelling.say(WORDS.index("docks"))


@pytest.mark.parametrize("name", rules.PRESETS)
@pytest.mark.parametrize("seats", [3, 6])
def test_in_random_games_every_spelling_is_legal_and_no_kind_of_option_is_out_of_reach(name, seats):
    rng = np.random.default_rng(seats)
    state, _ = rules.new_game(rules.preset(name, seats), seats, name)
    while (ask := rules.pending(state)) is not None:
        options = rules.options(state)
        spelling = Spelling(options, ask.seat, seats)
        if not spelling.words:
            kinds = {str(option.__struct_config__.tag) for option in options}
            assert {WORDS[number] for number in spelling.legal} == kinds
        while not spelling.finished:
            spelling.say(int(rng.choice(spelling.legal)))
        rules.apply(state, ask.seat, spelling.action())

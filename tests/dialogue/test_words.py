"""Every action, question and card has words, and every option can be reached through menus that are short."""

from random import Random
from typing import get_args

import pytest

from protocol.actions import AnyAction, complete
from protocol.messages import Decision
from referee import rules
from referee.dialogue.menu import menu
from referee.dialogue.words import KINDS, QUESTIONS, Words
from tests.dialogue.person import NAMES

GAMES = 60
MOST_LINES = 20
"""Options of a turn are of at most so many kinds."""


@pytest.fixture(scope="module")
def asked():
    """The options of all questions in random games with all kinds of cards, at tables of every size."""
    found = []
    for game in range(GAMES):
        dice, seats = Random(game), 2 + game % 7
        state, _ = rules.new_game(rules.draw_setup(seats, str(game)), seats, str(game))
        while (ask := rules.pending(state)) is not None:
            options = rules.options(state)
            found.append((ask.decision, options))
            rules.apply(state, ask.seat, complete(dice.choice(options)))
    return found


def leaves(options):
    """All options that menus lead to, and every menu on the way."""
    groups = menu(options)
    yield groups
    for group in groups:
        if len(group.options) > 1:
            yield from leaves(group.options)


def test_every_question_has_words():
    assert set(QUESTIONS) == set(get_args(Decision))


def test_the_games_had_every_kind_of_action(asked):
    assert {type(option) for _, options in asked for option in options} == set(get_args(AnyAction))


def test_every_option_is_reached_once_and_in_words_of_its_own(asked):
    words = Words("2016", NAMES)
    for _, options in asked:
        reached = [
            group.options[0] for groups in leaves(options) for group in groups if len(group.options) == 1
        ]
        assert len(reached) == len(options)
        assert set(reached) == set(options)
        assert len({words.action(option) for option in options}) == len(options)


def test_menus_are_short_and_their_lines_differ(asked):
    words = Words("2016", NAMES)
    longest = 0
    for _, options in asked:
        for groups in leaves(options):
            labels = [group.label(words) for group in groups]
            assert len(set(labels)) == len(labels), labels
            longest = max(longest, len(labels))
    assert longest <= MOST_LINES


def test_only_kinds_that_come_in_groups_have_a_name_for_that(asked):
    grouped = {
        group.kind
        for _, options in asked
        for groups in leaves(options)
        for group in groups
        if len(group.options) > 1 and group.field is None
    }
    assert grouped <= set(KINDS)

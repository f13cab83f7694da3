"""A film shows what the views of the rules show, to those who may see it."""

from typing import get_args

import msgspec
import pytest

from protocol.actions import AnyAction
from protocol.events import AnyEvent
from referee import rules
from referee.match import play_back, play_game, read_replay
from referee.match.sentences import Sentences
from referee.report.choices import chosen_option, tell_choice
from referee.report.film import Secret, film
from tests.match.fakes import game, players


def replay_of(cards: str, seats: int):
    return read_replay(play_game(game(seats, seed="story", cards=cards), players(seats)).replay)


@pytest.mark.parametrize("cards", rules.PRESETS)
@pytest.mark.parametrize("seats", [2, 5])
def test_the_slots_add_up_to_the_views(cards, seats):
    replay = replay_of(cards, seats)
    table = {}
    for step, moment in zip(film(replay).steps, play_back(replay), strict=True):
        table |= step.now
        for seat in range(seats):
            view = rules.view(moment.state, seat)
            for field in ("round", "crown", "deck", "called", "faceup", "taxes", "turn", "swapped"):
                assert table[field] == getattr(view, field)
            for other, player in enumerate(view.players):
                for field in player.__struct_fields__:
                    assert table[f"{field}{other}"] == getattr(player, field)
            for field in view.you.__struct_fields__[1:]:
                assert table[f"own_{field}{seat}"] == getattr(view.you, field)
            assert (table["marks"] if table[f"marks{seat}"] is None else table[f"marks{seat}"]) == view.marks


@pytest.mark.parametrize("cards", rules.PRESETS)
def test_marks_show_everyone_no_face_that_only_one_knows(cards):
    replay = replay_of(cards, 5)
    table = {}
    for step, moment in zip(film(replay).steps, play_back(replay), strict=True):
        table |= step.now
        views = [rules.view(moment.state, seat) for seat in range(5)]
        for place, mark in enumerate(table["marks"]):
            assert mark.face in (
                None,
                *{view.marks[place].face for view in views if view.you.seat != mark.seat},
            )


@pytest.mark.parametrize("cards", rules.PRESETS)
def test_lines_tell_each_seat_what_its_events_tell(cards):
    replay = replay_of(cards, 4)
    shown = film(replay)
    say = Sentences("2016", [f"P{seat}" for seat in range(4)])
    for step, moment in zip(shown.steps, play_back(replay), strict=True):
        for entry, event in zip(step.log, moment.events, strict=True):
            for seat in range(4):
                line = entry
                if isinstance(entry, Secret):
                    line = entry.known if seat in entry.seats else entry.others
                assert shown.lines[line].text == say.tell(rules.for_seat(event, seat))


def test_every_kind_of_event_and_action_can_be_told():
    """The games of all presets bring up all of them, in options if not in what was done."""
    events, choices = set(), set()
    for cards in rules.PRESETS:
        for seats in range(2, 9):
            say = Sentences("2016", [f"P{seat}" for seat in range(seats)])
            for moment in play_back(replay_of(cards, seats)):
                events |= {type(event) for event in moment.events}
                for option in rules.options(moment.state) if rules.pending(moment.state) else ():
                    choices.add(type(option))
                    told = tell_choice(say, option)
                    assert told
                    assert "None" not in told
    assert events == set(get_args(AnyEvent))
    assert choices == set(get_args(AnyAction))


@pytest.mark.parametrize("cards", rules.PRESETS)
def test_the_option_chosen_is_found(cards):
    replay = replay_of(cards, 4)
    shown = film(replay)
    asked = None
    for step, moment in zip(shown.steps, play_back(replay), strict=True):
        if moment.action is not None:
            decision, options = asked
            assert step.asked == decision
            assert step.seat == moment.seat
            assert len(step.options) == len(options)
            assert step.chosen == chosen_option(options, moment.action)
            assert type(options[step.chosen]) is type(moment.action)
            if moment.action in options:
                assert options[step.chosen] == moment.action
        ask = rules.pending(moment.state)
        asked = (ask.decision, rules.options(moment.state)) if ask else None


def test_a_film_is_json():
    shown = film(replay_of("first-game", 3), ("one", "two", "three"))
    again = msgspec.json.decode(msgspec.json.encode(shown))
    assert again["names"] == ["one", "two", "three"]
    assert len(again["steps"]) == len(shown.steps)

"""The events and the view are two tellings of one story: either follows from the other.

A tracker that hears only what one seat is sent rebuilds the whole view of that seat, at every decision.
"""

import msgspec
import pytest

from protocol.events import AnyEvent
from referee.rules import for_seat, view
from tests.strategies import BOXES, Game, game
from tests.tracker import Tracker

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEvent).decode


def sent(event: AnyEvent, seat: int) -> AnyEvent:
    """Return `event` as it arrives at a seat, over the wire."""
    return decode(encode(for_seat(event, seat)))


def follow(one: Game, seats: int) -> int:
    """Play a game with a tracker in every seat; compare at every decision, and return the number of comparisons."""
    trackers = [Tracker(seat, seats, one.setup) for seat in range(seats)]
    for tracker in trackers:
        tracker.furnish([[placed.district for placed in seat.city] for seat in one.state.seats])
    heard = compared = 0
    for state in one.walk():
        for tracker in trackers:
            for event in one.events[heard:]:
                tracker.hear(sent(event, tracker.seat))
            expected = view(state, tracker.seat)
            assert tracker.view() == expected, f"{one.seed}, P{tracker.seat}"
            compared += 1
        heard = len(one.events)
    return compared


@pytest.mark.parametrize(("seats", "characters"), BOXES)
def test_the_view_can_be_rebuilt_from_the_events(seats, characters):
    compared = sum(follow(game(seats, characters, 200 + number), seats) for number in range(5))
    assert compared > 500

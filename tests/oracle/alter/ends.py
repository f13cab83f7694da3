"""Altered ends: points, bonuses and ranks."""

from collections.abc import Iterator

from msgspec.structs import replace as with_fields

from protocol import events
from protocol.events import AnyEvent
from tests.oracle.alter.editing import (
    spots,
)
from tests.oracle.games import Played


def first_or_not(event: AnyEvent) -> AnyEvent:
    """Take a first completion for a later one, and the other way round."""
    assert isinstance(event, events.CityCompleted)
    return with_fields(event, first=not event.first)


def bonus_to_another(game: Played) -> Iterator[Played]:
    """Give the four points of the first completed city to another seat."""
    for spot in spots(game, events.GameEnded):
        scores = list(spot.event.scores)
        for seat, score in enumerate(scores):
            other = (seat + 1) % len(scores)
            if score.completion == 4:
                scores[seat] = with_fields(score, completion=0, total=score.total - 4)
                lucky = scores[other]
                gain = 4 - lucky.completion
                scores[other] = with_fields(lucky, completion=4, total=lucky.total + gain)
                yield spot.put(events.GameEnded(tuple(scores)))
                break


def ranks_swapped(game: Played) -> Iterator[Played]:
    """Exchange the first and the second place."""
    places = {1: 2, 2: 1}
    for spot in spots(game, events.GameEnded):
        scores = spot.event.scores
        swapped = [with_fields(score, rank=places.get(score.rank, score.rank)) for score in scores]
        yield spot.put(events.GameEnded(tuple(swapped)))


def tie_to_the_lower(game: Played) -> Iterator[Played]:
    """Let the lower rank win a tie."""
    for spot in spots(game, events.GameEnded):
        scores = spot.event.scores
        for one in range(game.seats):
            for other in range(one):
                if scores[one].total == scores[other].total:
                    swapped = list(scores)
                    swapped[one] = with_fields(scores[one], rank=scores[other].rank)
                    swapped[other] = with_fields(scores[other], rank=scores[one].rank)
                    yield spot.put(events.GameEnded(tuple(swapped)))


def haunted_poorly(game: Played) -> Iterator[Played]:
    """Count the Haunted Quarter as unique where another type completes all five."""
    for spot in spots(game, events.GameEnded):
        scores = list(spot.event.scores)
        for seat, score in enumerate(scores):
            if score.haunted_quarter not in (None, "unique") and score.types == 3:
                worse = with_fields(score, haunted_quarter="unique", types=0, total=score.total - 3)
                yield spot.put(events.GameEnded((*scores[:seat], worse, *scores[seat + 1 :])))

"""Altered courses: the deal, the selection, the calls, marks, and who may act when."""

from collections.abc import Iterator
from dataclasses import replace

from msgspec.structs import replace as with_fields

from protocol import actions, events
from protocol.events import AnyEvent
from tests.oracle.alter.editing import (
    acts,
    renamed,
    spots,
    with_steps,
)
from tests.oracle.games import Played
from tests.oracle.record import Step
from tests.oracle.tables import RANK


def five_cards(game: Played) -> Iterator[Played]:
    """Deal a fifth card."""
    for spot in spots(game, events.CardsGained, cause="setup"):
        event = spot.event
        yield spot.put(with_fields(event, count=5, cards=(*event.cards, "manor")))


def queen_of_four(game: Played) -> Iterator[Played]:
    """Let the Queen into a small game."""
    if game.seats < 5 and len(game.setup.cast) == 9:
        yield replace(game, setup=with_fields(game.setup, cast=(*game.setup.cast[:8], "queen")))


def king_faceup(game: Played) -> Iterator[Played]:
    """Discard the rank 4 character faceup."""
    for spot in spots(game, events.CharactersDiscarded):
        event = spot.event
        if event.faceup:
            yield spot.put(with_fields(event, faceup=(game.setup.cast[3], *event.faceup[1:])))


def one_more_faceup(game: Played) -> Iterator[Played]:
    """Discard a character too many faceup."""
    for spot in spots(game, events.CharactersDiscarded):
        event = spot.event
        other = next(name for name in game.setup.cast if name not in event.faceup and RANK[name] != 4)
        yield spot.put(with_fields(event, faceup=(*event.faceup, other)))


def offered_again(game: Played) -> Iterator[Played]:
    """Offer a character that the one before has kept."""
    for spot in spots(game, events.CharactersOffered):
        if isinstance(spot.action, actions.Pick):
            stack = (spot.action.character, *spot.event.characters[1:])
            yield spot.put(with_fields(spot.event, characters=stack))


def picked_elsewhere(game: Played) -> Iterator[Played]:
    """Keep a character that was not offered."""
    for spot in spots(game, events.CharactersOffered):
        step = game.steps[spot.step + 1]
        other = next((name for name in game.setup.cast if name not in spot.event.characters), None)
        if other is not None:
            yield renamed(game, spot.step + 1, with_fields(step.action, character=other), character=other)


def out_of_turn(game: Played) -> Iterator[Played]:
    """Let another seat choose."""
    for number in acts(game, actions.Pick):
        step = game.steps[number]
        yield with_steps(game, number, number + 1, replace(step, seat=(step.seat + 1) % game.seats))


def calls_swapped(game: Played) -> Iterator[Played]:
    """Call two characters, of whom the first is not there, in the wrong order."""
    for spot in spots(game, events.CharacterCalled):
        rest = spot.events[spot.at + 1 :]
        if rest and isinstance(rest[0], events.CharacterCalled):
            swapped = [*spot.events[: spot.at], rest[0], spot.event, *rest[1:]]
            step = replace(game.steps[spot.step], events=swapped)
            yield with_steps(game, spot.step, spot.step + 1, step)


def killed_turn(game: Played) -> Iterator[Played]:
    """Let a killed character, which somebody holds, answer its call."""
    for mark in spots(game, events.CharacterMarked, mark="killed"):
        name = mark.event.character
        for spot in spots(game, events.CharacterCalled, character=name):
            if spot.step > mark.step:
                turn = (events.CharacterRevealed(0, name), events.TurnStarted(0, name, 1))
                yield spot.put(spot.event, *turn)
                break


def fourth_warrant(game: Played) -> Iterator[Played]:
    """Serve a fourth warrant."""
    for spot in spots(game, events.CharacterMarked, mark="warrant", face="blank"):
        named = (spot.action.signed, *spot.action.blank)
        other = next(name for name in game.setup.cast if name not in named)
        fourth = with_fields(spot.event, character=other)
        four = with_fields(spot.action, blank=(*spot.action.blank, other))
        yield spot.put(spot.event, fourth, action=four)


def threat_to_rank_one(game: Played) -> Iterator[Played]:
    """Threaten the rank 1 character."""
    for number in acts(game, actions.Threaten):
        action = with_fields(game.steps[number].action, plain=game.setup.cast[0])
        yield with_steps(game, number, number + 1, replace(game.steps[number], action=action))


def killed_robbed(game: Played) -> Iterator[Played]:
    """Rob the killed character."""
    for mark in spots(game, events.CharacterMarked, mark="killed"):
        for number in acts(game, actions.Rob):
            if number > mark.step:
                name = mark.event.character
                yield renamed(game, number, actions.Rob(name), character=name)
                break


def bewitched_goes_on(game: Played) -> Iterator[Played]:
    """Do not end the bewitched player's turn."""
    for spot in spots(game, events.TurnEnded):
        following = spot.events[spot.at + 1 : spot.at + 2]
        if following and isinstance(following[0], events.TurnStarted):
            yield spot.put()


def resumed_gathers(game: Played) -> Iterator[Played]:
    """Let the Witch gather again when she resumes her turn."""
    for spot in spots(game, events.TurnStarted, gathered=True):
        seat = spot.event.seat
        gold = events.GoldGained(seat, 2, "gather")
        yield with_steps(game, spot.step + 1, spot.step + 1, Step(seat, actions.GatherGold(), [gold]))


def built_before_gathering(game: Played) -> Iterator[Played]:
    """Exchange gathering gold and the building that follows."""
    for number in acts(game, actions.GatherGold):
        first, second = game.steps[number : number + 2]
        if isinstance(second.action, actions.Build) and first.seat == second.seat:
            yield with_steps(game, number, number + 2, second, first)


def built_before_bribe(game: Played) -> Iterator[Played]:
    """Build before the threat is resolved."""
    for number in acts(game, actions.PayBribe):
        bribe, build = game.steps[number : number + 2]
        if isinstance(build.action, actions.Build):
            yield with_steps(game, number, number + 2, build, bribe)


def crowned_before_bribe(game: Played) -> Iterator[Played]:
    """Let a threatened King or Patrician take the crown when revealed."""
    for crown in spots(game, events.CrownMoved):
        if isinstance(crown.action, actions.PayBribe):
            reveals = spots(crown.put(), events.TurnStarted, seat=crown.event.seat)
            reveal = [spot for spot in reveals if spot.step < crown.step][-1]
            yield reveal.put(reveal.event, crown.event)


def _steps_of_turns(game: Played, character: str) -> Iterator[int]:
    """Yield the first step in each turn of a character."""
    for spot in spots(game, events.TurnStarted, character=character):
        yield spot.step + 1


def navigator_builds(game: Played) -> Iterator[Played]:
    """Build the Stables as the Navigator, before the turn ends."""
    for number in _steps_of_turns(game, "navigator"):
        for end in acts(game, actions.EndTurn):
            if end >= number:
                yield with_steps(game, end, end, Step(game.steps[end].seat, actions.Build("stables"), ()))
                break


def crown_to_holder(event: AnyEvent) -> AnyEvent:
    """Move the crown one seat on, or to the first."""
    assert isinstance(event, events.CrownMoved)
    return events.CrownMoved(0 if event.seat else 1)

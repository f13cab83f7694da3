"""Altered goods: cards, gold, buildings, districts, and the tithe."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from msgspec.structs import replace as with_fields

from protocol import actions, events
from protocol.actions import CityCard
from protocol.cards import District
from tests.oracle.alter.editing import (
    acts,
    cities,
    coins,
    purses,
    renamed,
    spots,
    with_steps,
)
from tests.oracle.games import Played
from tests.oracle.record import Step
from tests.oracle.tables import UNIQUE, city_size


def another_card_kept(game: Played) -> Iterator[Played]:
    """Keep the other of two cards than the action says."""
    for spot in spots(game, events.CardKept):
        drawn = next(spots_drawn(game, spot.step - 1))
        other = next((card for card in drawn if card != spot.event.card), None)
        if other is not None:
            yield spot.put(with_fields(spot.event, card=other))


def spots_drawn(game: Played, step: int) -> Iterator[tuple[District, ...]]:
    """Yield the cards that were drawn in a step."""
    for event in game.steps[step].events:
        if isinstance(event, events.CardsDrawn):
            yield event.cards or ()


def card_not_drawn(game: Played) -> Iterator[Played]:
    """Keep a card that was not drawn."""
    for number in acts(game, actions.Keep):
        drawn = next(spots_drawn(game, number - 1))
        other: District = "manor" if "manor" not in drawn else "castle"
        yield renamed(game, number, actions.Keep(other), card=other)


def drawn_from_beneath(game: Played) -> Iterator[Played]:
    """Draw, at the next gathering, the unique card that has just been put beneath the deck."""
    kept = None
    for number in acts(game, actions.Keep):
        keep = game.steps[number].action
        assert isinstance(keep, actions.Keep)
        drawn = next(spots_drawn(game, number - 1))
        if kept in UNIQUE and len(drawn) == 2:
            spot = next(spot for spot in spots(game, events.CardsDrawn) if spot.step == number - 1)
            event = spot.event
            yield spot.put(with_fields(event, cards=(kept, event.cards[1])))
        left = Counter(drawn) - Counter([keep.card])
        kept = next(iter(left)) if left.total() == 1 else None


def built_twice(game: Played) -> Iterator[Played]:
    """Build a district that stands in the city already."""
    for number in acts(game, actions.Build, cards=(), sacrifice=None):
        step = game.steps[number]
        city = cities(game, number)[step.seat]
        if city and not city["quarry"] and not _by_wizard(game, number):
            name = next(iter(city))
            yield renamed(game, number, with_fields(step.action, district=name), district=name)


def _by_wizard(game: Played, number: int) -> bool:
    turns = [spot for spot in spots(game, events.TurnStarted) if spot.step < number]
    return bool(turns[-1].event.character == "wizard")


def vault_built(game: Played) -> Iterator[Played]:
    """Build the Secret Vault."""
    for number in acts(game, actions.Build, cards=()):
        action = with_fields(game.steps[number].action, district="secret_vault")
        yield renamed(game, number, action, district="secret_vault")


def beyond_the_limit(game: Played) -> Iterator[Played]:
    """Build once more, with the limit used up, before the turn ends."""
    for spot in spots(game, events.DistrictBuilt, builds=0):
        end = spot.step + 1
        if isinstance(game.steps[end].action, actions.EndTurn) and game.steps[end].seat == spot.event.seat:
            yield with_steps(game, end, end, Step(game.steps[end].seat, actions.Build("watchtower"), ()))


def factory_forgotten(game: Played) -> Iterator[Played]:
    """Charge the full price of a unique district in spite of the Factory."""
    for spot in spots(game, events.GoldPaid, cause="build"):
        action = spot.action
        assert isinstance(action, actions.Build)
        if UNIQUE.get(action.district) == spot.event.gold + 1 and not action.cards:
            yield spot.put(with_fields(spot.event, gold=spot.event.gold + 1))


def collector_taxed(game: Played) -> Iterator[Played]:
    """Tax the Tax Collector's own building."""
    for spot in spots(game, events.DistrictBuilt):
        turns = [one for one in spots(game, events.TurnStarted) if one.step < spot.step]
        own = turns[-1].event
        seat = spot.event.seat
        if (own.character, own.seat) == ("tax_collector", seat) and spot.at + 1 == len(spot.events):
            yield spot.put(spot.event, events.TaxPaid(seat))


def _destroyed_at(game: Played, number: int, seat: int, district: str) -> Played:
    """Return the game with another target of the Warlord."""
    step = game.steps[number]
    action = actions.Destroy(seat, district)  # type: ignore[arg-type]
    destroyed = events.DistrictDestroyed(seat, district, step.seat)  # type: ignore[arg-type]
    kept = [event for event in step.events if not isinstance(event, events.DistrictDestroyed)]
    return with_steps(game, number, number + 1, Step(step.seat, action, [*kept, destroyed]))


def keep_destroyed(game: Played) -> Iterator[Played]:
    """Destroy the Keep."""
    for number in acts(game, actions.Destroy):
        for seat, city in enumerate(cities(game, number)):
            if city["keep"] and (seat, "keep") not in coins(game, number):
                yield _destroyed_at(game, number, seat, "keep")


def bishop_raided(game: Played) -> Iterator[Played]:
    """Destroy a district of the Bishop."""
    for number in acts(game, actions.Destroy):
        rounds = [spot.step for spot in spots(game, events.RoundStarted) if spot.step < number]
        for turn in spots(game, events.TurnEnded, character="bishop"):
            seat = turn.event.seat
            city = [name for name in cities(game, number)[seat] if (seat, name) not in coins(game, number)]
            acted = isinstance(game.steps[turn.step].action, actions.EndTurn)
            if max(rounds) < turn.step < number and city and acted and city[0] != "keep":
                yield _destroyed_at(game, number, seat, city[0])


def completed_raided(game: Played) -> Iterator[Played]:
    """Destroy a district in a completed city."""
    for number in acts(game, actions.Destroy):
        for seat, city in enumerate(cities(game, number)):
            bare = [name for name in city if (seat, name) not in coins(game, number) and name != "keep"]
            if city.total() >= city_size(game.seats) and bare and not _played_bishop(game, number, seat):
                yield _destroyed_at(game, number, seat, bare[0])


def _played_bishop(game: Played, number: int, seat: int) -> bool:
    start = max(spot.step for spot in spots(game, events.RoundStarted) if spot.step < number)
    turns = spots(game, events.TurnStarted, character="bishop", seat=seat)
    return any(start < turn.step < number for turn in turns)


def doubled_by_exchange(game: Played) -> Iterator[Played]:
    """Give the Diplomat a district that stands in his city already."""
    for number in acts(game, actions.Exchange):
        step = game.steps[number]
        tables = cities(game, number)
        action = step.action
        assert isinstance(action, actions.Exchange)
        common = [name for name in tables[step.seat] if tables[action.seat][name] and name != "keep"]
        bare = [name for name in common if (action.seat, name) not in coins(game, number)]
        if bare:
            take = CityCard(bare[0])  # type: ignore[arg-type]
            yield with_steps(game, number, number + 1, replace(step, action=with_fields(action, take=take)))


def tithe_of_the_poor(game: Played) -> Iterator[Played]:
    """Take the Abbot's gold from a player who is not the richest."""
    for number in acts(game, actions.CollectTithe):
        step, gold = game.steps[number], purses(game, number)
        for seat, own in enumerate(gold):
            if seat != step.seat and 0 < own < max(gold):
                yield renamed(game, number, actions.CollectTithe(seat), victim=seat)  # type: ignore[arg-type]

"""The table as the events of a game tell it: who holds what."""

from collections import Counter
from typing import NamedTuple

from protocol import events
from protocol.cards import District
from protocol.events import AnyEvent
from protocol.views import CityDistrict


class Holding(NamedTuple):
    """What a seat holds: gold, the cards of its hand with their numbers, and its city in order of building."""

    gold: int
    hand: Counter[District]
    city: list[CityDistrict]


class Ledger:
    """Follows events that hide nothing."""

    def __init__(self, seats: int) -> None:
        self._gold = [0] * seats
        self._hands: list[Counter[District]] = [Counter() for _ in range(seats)]
        self._cities: list[list[CityDistrict]] = [[] for _ in range(seats)]

    def holding(self, seat: int) -> Holding:
        """Return what a seat holds now."""
        return Holding(self._gold[seat], +self._hands[seat], self._cities[seat])

    def follow(self, event: AnyEvent) -> None:
        """Take in what happened."""
        match event:
            case events.GoldGained(seat=seat, gold=gold) | events.TaxesCollected(seat=seat, gold=gold):
                self._gold[seat] += gold
            case events.GoldPaid(seat=seat, gold=gold):
                self._gold[seat] -= gold
            case events.TaxPaid(seat=seat):
                self._gold[seat] -= 1
            case events.GoldTaken(seat=seat, victim=victim, gold=gold):
                self._gold[seat] += gold
                self._gold[victim] -= gold
            case _:
                self._follow_cards(event)

    def _follow_cards(self, event: AnyEvent) -> None:
        match event:
            case events.CardsGained(seat=seat, cards=cards):
                self._hands[seat].update(cards or ())
            case events.CardKept(seat=seat, card=card) | events.CardsStudied(seat=seat, card=card) if card:
                self._hands[seat][card] += 1
            case events.CardsDiscarded(seat=seat, cards=cards, cause=cause) if cause != "museum":
                self._hands[seat].subtract(cards or ())
            case events.CardPutAway(seat=seat, card=card) if card:
                self._hands[seat][card] -= 1
            case events.CardPlayed(seat=seat, district=district):
                self._hands[seat][district] -= 1
            case events.CardsTaken(seat=seat, victim=victim, cards=cards):
                self._hands[seat].update(cards or ())
                self._hands[victim].subtract(cards or ())
            case _:
                self._follow_cities(event)

    def _follow_cities(self, event: AnyEvent) -> None:
        match event:
            case events.DistrictBuilt(seat=seat, district=district):
                self._cities[seat].append(CityDistrict(district))
            case events.DistrictMoved(seat=seat, victim=victim, district=district, beautified=beautified):
                self._cities[victim].remove(CityDistrict(district, beautified))
                self._cities[seat].append(CityDistrict(district, beautified))
            case events.DistrictDestroyed(seat=seat, district=district, beautified=beautified):
                self._cities[seat].remove(CityDistrict(district, beautified))
            case events.DistrictBeautified(seat=seat, district=district):
                self._gold[seat] -= 1
                city = self._cities[seat]
                city[city.index(CityDistrict(district))] = CityDistrict(district, beautified=True)

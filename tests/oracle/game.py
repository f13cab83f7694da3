"""A game being checked: the table with the record beside it, and how gold, cards and districts move."""

from collections import Counter
from collections.abc import Iterable, Sequence

from protocol.cards import Character, District
from protocol.events import (
    CardsDiscarded,
    CardsDrawn,
    CardsGained,
    CardsTaken,
    Cause,
    CityCompleted,
    CrownMoved,
    DistrictDestroyed,
    GoldGained,
    GoldPaid,
    GoldTaken,
)
from protocol.messages import Setup
from tests.oracle.record import Record
from tests.oracle.table import Deck, Player, Round, Site


class Game:
    """The table and the record of one game."""

    def __init__(self, setup: Setup, seats: int, record: Record) -> None:
        self.setup = setup
        self.record = record
        self.players = [Player(seat) for seat in range(seats)]
        self.deck = Deck(())
        self.crown = 0
        self.token = 0
        self.round = Round(0)
        self.first: int | None = None
        self.rarities: Counter[str] = Counter()
        self.turn_of: int | None = None

    def note(self, rarity: str, holds: bool = True) -> None:
        """Count a rare case of the rules, of which a sample should have some."""
        self.rarities[rarity] += holds

    def demand(self, holds: object, rule: str, expected: object, found: object) -> None:
        """Object unless something holds."""
        if not holds:
            raise self.record.objection(rule, expected, found)

    def others(self, player: Player) -> list[Player]:
        """Return all players but one, by seat."""
        return [other for other in self.players if other is not player]

    def another(self, player: Player, seat: int, rule: str) -> Player:
        """Return the player at a seat, who must not be `player`."""
        seats = [other.seat for other in self.others(player)]
        self.demand(seat in seats, rule, f"one of the seats {seats}", seat)
        return self.players[seat]

    def holder(self, character: Character) -> Player | None:
        """Return who has a character, or None."""
        return next((player for player in self.players if character in player.characters), None)

    def gain_gold(self, player: Player, gold: int, cause: Cause, rule: str) -> None:
        """Gold comes from the bank; none is no event."""
        if gold:
            self.record.expect(GoldGained(player.seat, gold, cause), rule)
            player.gold += gold

    def pay(self, player: Player, gold: int, cause: Cause, rule: str) -> None:
        """Gold goes to the bank; none is no event."""
        self.demand(player.gold >= gold, rule, f"at least {gold} gold", f"{player.gold} gold")
        if gold:
            self.record.expect(GoldPaid(player.seat, gold, cause), rule)
            player.gold -= gold

    def hand_over(self, giver: Player, to: Player, gold: int, cause: Cause, rule: str) -> None:
        """Gold goes from stash to stash; none is no event."""
        self.demand(giver.gold >= gold, rule, f"P{giver.seat} with at least {gold} gold", giver.gold)
        if gold and giver is not to:
            self.record.expect(GoldTaken(to.seat, giver.seat, gold, cause), rule)
            giver.gold -= gold
            to.gold += gold

    def gain_cards(self, player: Player, count: int, cause: Cause, rule: str) -> None:
        """Cards come from the top of the deck, as many as there are; nothing gained is no event."""
        there = min(count, len(self.deck))
        if there:
            event = self.record.find(CardsGained, rule, seat=player.seat, count=there, cause=cause)
            player.hand.update(self._from_top(event.cards, there))

    def draw(self, player: Player, count: int, rule: str) -> Sequence[District]:
        """Cards are drawn to choose from, as many as there are; return them."""
        there = min(count, len(self.deck))
        event = self.record.find(CardsDrawn, rule, seat=player.seat, count=there)
        return self._from_top(event.cards, there)

    def _from_top(self, cards: Sequence[District] | None, count: int) -> Sequence[District]:
        rule = "Cards are drawn from the top of the deck; what was discarded lies beneath it."
        self.demand(cards is not None and len(cards) == count, rule, f"{count} cards", cards)
        assert cards is not None
        strange = self.deck.draw(cards)
        self.demand(strange is None, rule, f"one of {self.deck.top()}", strange)
        return cards

    def from_hand(self, player: Player, cards: Iterable[District], rule: str) -> None:
        """Take cards out of a hand, where they must be."""
        wanted = Counter(cards)
        missing = wanted - player.hand
        self.demand(not missing, rule, f"cards of P{player.seat}'s hand", sorted(missing.elements()))
        player.hand -= wanted

    def discard(self, player: Player, cards: Sequence[District], cause: Cause, rule: str) -> None:
        """Cards go from a hand beneath the deck; none is no event."""
        if cards:
            self.from_hand(player, cards, rule)
            self.record.expect(
                CardsDiscarded(player.seat, len(cards), cause, tuple(sorted(cards))),
                rule,
            )
            self.deck.put_beneath(cards)

    def take_cards(
        self, victim: Player, to: Player, cards: Sequence[District], cause: Cause, rule: str
    ) -> None:
        """Cards go from hand to hand."""
        self.from_hand(victim, cards, rule)
        self.record.expect(
            CardsTaken(to.seat, victim.seat, len(cards), cause, tuple(sorted(cards))),
            rule,
        )
        to.hand.update(cards)

    def take_random_card(self, victim: Player, to: Player, cause: Cause, rule: str) -> None:
        """One card goes from hand to hand, whichever it is."""
        event = self.record.find(CardsTaken, rule, seat=to.seat, victim=victim.seat, count=1, cause=cause)
        cards = event.cards or ()
        self.demand(len(cards) == 1, rule, "one card", cards)
        self.from_hand(victim, cards, rule)
        to.hand.update(cards)

    def destroy(self, by: Player, sites: Sequence[tuple[Player, Site]], rule: str) -> None:
        """Districts are destroyed together: with what lies beneath a Museum they go beneath the deck."""
        pile: Counter[District] = Counter()
        for owner, site in sites:
            self.record.expect(DistrictDestroyed(owner.seat, site.district, by.seat, site.coin), rule)
            self.note("Museum destroyed with cards beneath", bool(site.beneath))
            self.note("district with a coin destroyed", site.coin)
            complete = self.is_complete(owner)
            if site.beneath:
                cards = tuple(sorted(site.beneath.elements()))
                self.record.expect(
                    CardsDiscarded(owner.seat, len(cards), "museum", cards),
                    "If the Museum is destroyed, its cards are discarded beneath the deck.",
                )
            pile += site.beneath + Counter([site.district])
            owner.city.remove(site)
            self.note("completed city shrunk", complete and not self.is_complete(owner))
        self.deck.put_beneath(pile.elements())

    def find_site(self, owner: Player, district: District, coin: bool, rule: str) -> Site:
        """Return a district of a city, where it must be."""
        site = owner.site(district, coin)
        there = [f"{one.district}{' with a coin' * one.coin}" for one in owner.city]
        wanted = f"{district}{' with a coin' * coin}"
        self.demand(site, rule, f"a district of P{owner.seat}'s city {there}", wanted)
        assert site is not None
        return site

    def is_complete(self, player: Player) -> bool:
        """Tell whether a city is complete at this moment."""
        return player.size >= self.setup.city_size

    def test_completion(self, player: Player) -> None:
        """A city that has just reached its size is completed, once and for all."""
        if self.is_complete(player) and not player.completed:
            player.completed = True
            rule = f"As soon as a city has {self.setup.city_size} districts, it has been completed."
            self.record.expect(CityCompleted(player.seat, self.first is None), rule)
            self.note("city completed in another's turn", self.turn_of != player.seat)
            if self.first is None:
                self.first = player.seat

    def move_crown(self, player: Player, rule: str) -> None:
        """The crown goes to a player; where it is already, nothing happens."""
        if self.crown != player.seat:
            self.record.expect(CrownMoved(player.seat), rule)
            self.crown = player.seat

"""Every physical change of the table: one function each, which changes the state and records the event.

Nothing else in the rules touches gold, hands, the deck, cities or the crown. The functions also keep what
each seat knows: of cards beneath the deck (`State.beneath`) and of cards in other hands (`Seat.known`).
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from protocol import events
from protocol.cards import Character, District
from protocol.events import AnyEvent, Cause
from referee.rules.moments import COUNTS_AS
from referee.rules.rng import shuffled
from referee.rules.state import Batch, Holder, Mark, Placed, State

Events = list[AnyEvent]


def use(state: State, ability: str, out: Events) -> None:
    """Note that an ability which works once a turn is used up."""
    turn = state.active()
    turn.used.append(ability)
    out.append(events.AbilityUsed(turn.seat, ability))


def gain_gold(state: State, seat: int, gold: int, cause: Cause, out: Events) -> None:
    """Move `gold` from the bank to `seat`; no event when there is nothing to gain."""
    if gold:
        state.seats[seat].gold += gold
        out.append(events.GoldGained(seat, gold, cause))


def refund(state: State, seat: int, gold: int, cause: Cause, out: Events) -> None:
    """Give `seat` gold back that it paid for districts in its turn; it counts as not spent."""
    state.active().spent -= gold
    gain_gold(state, seat, gold, cause, out)


def pay(state: State, seat: int, gold: int, cause: Cause, out: Events) -> None:
    """Move `gold` from `seat` to the bank; no event when nothing is due."""
    if gold:
        state.seats[seat].gold -= gold
        out.append(events.GoldPaid(seat, gold, cause))


def take_gold(state: State, seat: int, victim: int, gold: int, cause: Cause, out: Events) -> None:
    """Move `gold` from the stash of `victim` to `seat`; no event when nothing moves."""
    if gold and seat != victim:
        state.seats[victim].gold -= gold
        state.seats[seat].gold += gold
        out.append(events.GoldTaken(seat, victim, gold, cause))


def pay_tax(state: State, seat: int, out: Events) -> None:
    """Move one gold from `seat` to the Tax Collector's token."""
    state.seats[seat].gold -= 1
    state.taxes += 1
    out.append(events.TaxPaid(seat))


def collect_taxes(state: State, seat: int, out: Events) -> None:
    """Move all gold from the Tax Collector's token to `seat`."""
    gold, state.taxes = state.taxes, 0
    state.seats[seat].gold += gold
    out.append(events.TaxesCollected(seat, gold))


def gain_cards(state: State, seat: int, count: int, cause: Cause, out: Events) -> None:
    """Draw `count` cards, or what is left of the deck, into the hand of `seat` (DCK-03); no event for none."""
    cards, known_by = _take_from_deck(state, seat, count)
    state.seats[seat].hand += cards
    for card, seats in zip(cards, known_by, strict=True):
        for other in seats:
            if other != seat:
                state.seats[other].known[seat] += (card,)
    if cards:
        out.append(events.CardsGained(seat, len(cards), cause, tuple(cards)))


def draw_cards(state: State, seat: int, count: int, out: Events) -> None:
    """Draw `count` cards, or what is left of the deck, for `seat` to choose from."""
    cards, _ = _take_from_deck(state, seat, count)
    state.seats[seat].drawn = sorted(cards)
    out.append(events.CardsDrawn(seat, len(cards), tuple(cards)))


def keep_card(state: State, seat: int, card: District, out: Events) -> None:
    """Keep one of the cards drawn; the others go beneath the deck."""
    player = state.seats[seat]
    player.drawn.remove(card)
    player.hand.append(card)
    out.append(events.CardKept(seat, len(player.drawn), card))
    rest, player.drawn = player.drawn, []
    _put_beneath(state, rest, (seat,))


def discard_cards(state: State, seat: int, cards: Sequence[District], cause: Cause, out: Events) -> None:
    """Move `cards` from the hand of `seat` beneath the deck, unseen by the others."""
    player = state.seats[seat]
    for card in cards:
        player.hand.remove(card)
    forget_hand(state, seat)
    out.append(events.CardsDiscarded(seat, len(cards), cause, tuple(sorted(cards))))
    _put_beneath(state, cards, (seat,))


def play_card(state: State, seat: int, card: District, out: Events) -> None:
    """Take a card that everybody sees out of the hand of `seat`; it is paid for and rises next."""
    state.seats[seat].hand.remove(card)
    for other in state.seats:
        if card in other.known[seat]:
            other.known[seat] = _without(other.known[seat], (card,))
    turn = state.active()
    turn.played = card
    out.append(events.CardPlayed(seat, card, turn.builds))


def _without(cards: Sequence[District], gone: Sequence[District]) -> tuple[District, ...]:
    """Return `cards` but for those that are `gone`, as far as they are among them."""
    return tuple((Counter(cards) - Counter(gone)).elements())


def forget_hand(state: State, seat: int, *, but: int | None = None) -> None:
    """Cards left the hand of `seat` unseen: the others no longer know what is in it, `but` one that saw them."""
    for number, other in enumerate(state.seats):
        if number != but:
            other.known[seat] = ()


def see_hand(state: State, seat: int, victim: int, out: Events) -> None:
    """Let `seat` look at the hand of `victim`."""
    cards = state.seats[victim].hand
    state.seats[seat].known[victim] = tuple(cards)
    out.append(events.HandSeen(seat, victim, tuple(sorted(cards))))


def take_card(state: State, seat: int, victim: int, card: District, cause: Cause, out: Events) -> None:
    """Move a card from the hand of `victim` to that of `seat`; these two know where it is."""
    give_cards(state, victim, seat, (card,), cause, out)


def give_cards(
    state: State, seat: int, other: int, cards: Sequence[District], cause: Cause, out: Events
) -> None:
    """Move `cards` from the hand of `seat` to that of `other`; these two know where they are."""
    giver, taker = state.seats[seat], state.seats[other]
    for card in cards:
        giver.hand.remove(card)
    taker.hand += cards
    taker.known[seat] = _without(taker.known[seat], cards)
    forget_hand(state, seat, but=other)
    giver.known[other] += tuple(cards)
    out.append(events.CardsTaken(other, seat, len(cards), cause, tuple(sorted(cards))))


def put_in_museum(state: State, seat: int, museum: Placed, card: District, out: Events) -> None:
    """Move a card from the hand of `seat` beneath its Museum."""
    state.seats[seat].hand.remove(card)
    forget_hand(state, seat)
    city = state.seats[seat].city
    city[city.index(museum)] = replace(museum, beneath=(*museum.beneath, card))
    out.append(events.CardPutAway(seat, card))


def study(state: State, seat: int, card: District, out: Events) -> None:
    """Keep one of the cards drawn and shuffle the others into the whole deck (SCH-01, SCH-05)."""
    player = state.seats[seat]
    player.drawn.remove(card)
    player.hand.append(card)
    state.deck = shuffled(sorted([*state.deck, *player.drawn]), state.seed, "study", state.draws)
    state.draws += 1
    state.beneath = []
    player.drawn = []
    out.append(events.CardsStudied(seat, card))


def swap_hands(state: State, seat: int, other: int, cause: Cause, out: Events) -> None:
    """Exchange two hands. Each of the two knows what the other holds now."""
    mine, theirs = state.seats[seat], state.seats[other]
    mine.hand, theirs.hand = theirs.hand, mine.hand
    for witness in state.seats:
        known = witness.known
        known[seat], known[other] = known[other], known[seat]
    mine.known[other], mine.known[seat] = tuple(theirs.hand), ()
    theirs.known[seat], theirs.known[other] = tuple(mine.hand), ()
    out.append(events.CardsTaken(seat, other, len(mine.hand), cause, tuple(sorted(mine.hand))))
    out.append(events.CardsTaken(other, seat, len(theirs.hand), cause, tuple(sorted(theirs.hand))))


def raise_district(state: State, seat: int, district: District, out: Events) -> None:
    """Let the district that was played rise in the city of `seat`."""
    turn = state.active()
    turn.played = None
    out.append(events.DistrictBuilt(seat, district, turn.builds))
    _place(state, seat, Placed(district), out)


def move_district(state: State, seat: int, victim: int, placed: Placed, out: Events) -> None:
    """Move a district, with all that is on it and beneath it, from the city of `victim` to that of `seat`."""
    state.seats[victim].city.remove(placed)
    _arrive(state, seat, victim, placed, out)


def exchange_districts(state: State, seat: int, other: int, take: Placed, give: Placed, out: Events) -> None:
    """Exchange `give` of the city of `seat` for `take` of the city of `other`, at the same time."""
    state.seats[seat].city.remove(give)
    state.seats[other].city.remove(take)
    _arrive(state, seat, other, take, out)
    _arrive(state, other, seat, give, out)


def _arrive(state: State, seat: int, victim: int, placed: Placed, out: Events) -> None:
    beneath = tuple(sorted(placed.beneath)) if placed.beneath else None
    out.append(events.DistrictMoved(seat, victim, placed.district, placed.beautified, beneath))
    _place(state, seat, placed, out)


def city_size(state: State, seat: int) -> int:
    """Return how many districts the city of `seat` counts as (R8-02)."""
    return sum([COUNTS_AS.get(placed.district, 1) for placed in state.seats[seat].city])


def _place(state: State, seat: int, placed: Placed, out: Events) -> None:
    """Put a district into a city, whose completion is tested at once (END-02, END-06)."""
    player = state.seats[seat]
    player.city.append(placed)
    if not player.completed and city_size(state, seat) >= state.setup.city_size:
        first = not any(other.completed for other in state.seats)
        player.completed = True
        state.first_completed = seat if first else state.first_completed
        out.append(events.CityCompleted(seat, first))


def destroy_district(state: State, seat: int, placed: Placed, by: int, out: Events) -> None:
    """Take a district out of the city of `seat` and put its card beneath the deck, as all can see."""
    state.seats[seat].city.remove(placed)
    out.append(events.DistrictDestroyed(seat, placed.district, by, placed.beautified))
    _put_beneath(state, (placed.district,), tuple(range(len(state.seats))))
    if placed.beneath:
        cards = tuple(sorted(placed.beneath))
        out.append(events.CardsDiscarded(seat, len(cards), "museum", cards))
        _put_beneath(state, cards, (seat,))


def beautify(state: State, seat: int, placed: Placed, out: Events) -> None:
    """Put one gold of `seat` on a district."""
    player = state.seats[seat]
    player.gold -= 1
    player.city[player.city.index(placed)] = replace(placed, beautified=True)
    out.append(events.DistrictBeautified(seat, placed.district))


def move_crown(state: State, seat: int, out: Events) -> None:
    """Give the crown to `seat`; no event when it is there already."""
    if state.crown != seat:
        state.crown = seat
        out.append(events.CrownMoved(seat))


def mark(state: State, placed: Mark, out: Events) -> None:
    """Mark a character for the rest of the round."""
    state.marks.append(placed)
    out.append(events.CharacterMarked(placed.seat, placed.kind, placed.character, placed.face))


def show_mark(state: State, shown: Mark, out: Events) -> None:
    """Turn a warrant or threat faceup."""
    assert shown.face is not None, f"{shown} has no hidden side"
    state.marks[state.marks.index(shown)] = replace(shown, shown=True)
    out.append(events.MarkRevealed(shown.kind, shown.character, shown.face))


def remove_mark(state: State, removed: Mark, out: Events) -> None:
    """Take a mark off a character, unseen."""
    state.marks.remove(removed)
    out.append(events.MarkRemoved(removed.kind, removed.character))


def swap_characters(
    state: State, seat: int, other: int, given: Character, received: Character, out: Events
) -> None:
    """Exchange a character of `seat` for one of `other`; each of the two knows what the other got (DST-03)."""
    mine, theirs = state.seats[seat], state.seats[other]
    mine.characters[mine.characters.index(given)] = received
    theirs.characters[theirs.characters.index(received)] = given
    mine.holders.append(Holder(other, given))
    theirs.holders.append(Holder(seat, received))
    out.append(events.CharactersSwapped(seat, other, given, received))


def _take_from_deck(state: State, seat: int, count: int) -> tuple[list[District], list[tuple[int, ...]]]:
    """Take up to `count` cards off the top; with each card the seats that know for certain which it is."""
    cards: list[District] = []
    known_by: list[tuple[int, ...]] = []
    fresh = len(state.deck) - sum([batch.count for batch in state.beneath])
    for _ in range(min(count, len(state.deck))):
        cards.append(state.deck.pop())
        known_by.append(() if fresh > 0 else _take_from_batch(state, seat))
        fresh -= 1
    return cards, known_by


def _take_from_batch(state: State, seat: int) -> tuple[int, ...]:
    """Take one card off the highest batch. What is left of a batch of several only its drawer still knows."""
    batch = state.beneath.pop()
    if batch.count == 1:
        return batch.seats
    still = tuple(knower for knower in batch.seats if knower == seat)
    state.beneath.append(Batch(batch.count - 1, still))
    return ()


def _put_beneath(state: State, cards: Iterable[District], seats: tuple[int, ...]) -> None:
    """Put `cards` beneath the deck in random order (DCK-05); `seats` know which they are."""
    order = list(cards)
    if len(order) > 1:
        order = shuffled(sorted(order), state.seed, "beneath", state.draws)
        state.draws += 1
    if order:
        state.deck[:0] = order
        state.beneath.insert(0, Batch(len(order), seats))

"""Every physical change of the table: one function each, which changes the state and records the event.

Nothing else in the rules touches gold, hands, the deck, cities or the crown. The functions also keep what
each seat knows: of cards beneath the deck (`State.beneath`) and of cards in other hands (`Seat.known`).
"""

from collections.abc import Iterable, Sequence

from protocol import events
from protocol.cards import District
from protocol.events import AnyEvent, Cause
from referee.rules.rng import shuffled
from referee.rules.state import Batch, Placed, State

Events = list[AnyEvent]


def gain_gold(state: State, seat: int, gold: int, cause: Cause, out: Events) -> None:
    """Move `gold` from the bank to `seat`."""
    state.seats[seat].gold += gold
    out.append(events.GoldGained(seat, gold, cause))


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
    """Draw `count` cards, or what is left of the deck, into the hand of `seat` (DCK-03)."""
    cards, known_by = _take_from_deck(state, seat, count)
    state.seats[seat].hand += cards
    for card, seats in zip(cards, known_by, strict=True):
        for other in seats:
            if other != seat:
                state.seats[other].known[seat].append(card)
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
    for other in state.seats:
        other.known[seat].clear()
    out.append(events.CardsDiscarded(seat, len(cards), cause, tuple(sorted(cards))))
    _put_beneath(state, cards, (seat,))


def play_card(state: State, seat: int, card: District) -> None:
    """Take a card that everybody sees out of the hand of `seat`."""
    state.seats[seat].hand.remove(card)
    for other in state.seats:
        if card in other.known[seat]:
            other.known[seat].remove(card)


def swap_hands(state: State, seat: int, other: int, cause: Cause, out: Events) -> None:
    """Exchange two hands. Each of the two knows what the other holds now."""
    mine, theirs = state.seats[seat], state.seats[other]
    mine.hand, theirs.hand = theirs.hand, mine.hand
    for witness in state.seats:
        known = witness.known
        known[seat], known[other] = known[other], known[seat]
    mine.known[other], mine.known[seat] = theirs.hand[:], []
    theirs.known[seat], theirs.known[other] = mine.hand[:], []
    out.append(events.CardsTaken(seat, other, len(mine.hand), cause, tuple(sorted(mine.hand))))
    out.append(events.CardsTaken(other, seat, len(theirs.hand), cause, tuple(sorted(theirs.hand))))


def raise_district(state: State, seat: int, district: District, builds: int, out: Events) -> None:
    """Let a district that was built rise in the city of `seat`; `builds` is what the turn has left."""
    state.seats[seat].city.append(Placed(district))
    out.append(events.DistrictBuilt(seat, district, builds))
    check_completion(state, seat, out)


def check_completion(state: State, seat: int, out: Events) -> None:
    """Mark the city of `seat` completed when it has reached its size (END-02, END-06)."""
    player = state.seats[seat]
    if not player.completed and len(player.city) >= state.setup.city_size:
        first = not any(other.completed for other in state.seats)
        player.completed = True
        state.first_completed = seat if first else state.first_completed
        out.append(events.CityCompleted(seat, first))


def destroy_district(state: State, seat: int, placed: Placed, by: int, out: Events) -> None:
    """Take a district out of the city of `seat` and put its card beneath the deck, as all can see."""
    state.seats[seat].city.remove(placed)
    out.append(events.DistrictDestroyed(seat, placed.district, by, placed.beautified))
    _put_beneath(state, (placed.district,), tuple(range(len(state.seats))))


def beautify(state: State, seat: int, placed: Placed, out: Events) -> None:
    """Put one gold of `seat` on a district."""
    state.seats[seat].gold -= 1
    placed.beautified = True
    out.append(events.DistrictBeautified(seat, placed.district))


def move_crown(state: State, seat: int, out: Events) -> None:
    """Give the crown to `seat`; no event when it is there already."""
    if state.crown != seat:
        state.crown = seat
        out.append(events.CrownMoved(seat))


def _take_from_deck(state: State, seat: int, count: int) -> tuple[list[District], list[tuple[int, ...]]]:
    """Take up to `count` cards off the top; with each card the seats that know for certain which it is."""
    cards: list[District] = []
    known_by: list[tuple[int, ...]] = []
    fresh = len(state.deck) - sum(batch.count for batch in state.beneath)
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

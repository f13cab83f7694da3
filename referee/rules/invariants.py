"""What must be true of every state. `violations` names all that is not, so that a set-up position can too."""

from collections import Counter
from collections.abc import Iterator

from protocol.cards import District
from referee.rules.frames import Ask
from referee.rules.setup import district_cards
from referee.rules.state import State


def violations(state: State) -> list[str]:
    """Return a sentence for each thing that is wrong with `state`; empty when all is well."""
    return [
        *_district_cards(state),
        *_characters(state),
        *_numbers(state),
        *_knowledge(state),
        *_stack(state),
    ]


def _district_cards(state: State) -> Iterator[str]:
    """Every card is in exactly one place."""
    box = Counter(district_cards(state.setup))
    used: Counter[District] = Counter(state.deck)
    for seat in state.seats:
        used.update(seat.hand)
        used.update(seat.drawn)
        for placed in seat.city:
            used[placed.district] += 1
            used.update(placed.beneath)
    if state.turn and state.turn.played:
        used[state.turn.played] += 1
    for district in sorted((box | used).keys()):
        if box[district] != used[district]:
            yield f"{district}: {used[district]} cards on the table, {box[district]} in the box"


def _characters(state: State) -> Iterator[str]:
    """Every character of the cast is in one place at most, and in exactly one during a round's turns."""
    places = Counter([*state.pile, *state.faceup, *state.facedown])
    for seat in state.seats:
        places.update(seat.characters)
    for character, times in sorted(places.items()):
        if character not in state.setup.cast:
            yield f"{character} is not in the cast"
        elif times > 1:
            yield f"{character} is in {times} places"
    for number, seat in enumerate(state.seats):
        if not set(seat.shown) <= set(seat.characters):
            yield f"P{number} has shown a character it does not hold"
    if state.called and len(places) != len(state.setup.cast):
        yield "a character is nowhere"


def _numbers(state: State) -> Iterator[str]:
    for number, seat in enumerate(state.seats):
        if seat.gold < 0:
            yield f"P{number} has {seat.gold} gold"
    if state.taxes < 0:
        yield f"the token holds {state.taxes} gold"
    if not 0 <= state.crown < len(state.seats):
        yield f"the crown is at seat {state.crown}, which does not exist"
    if state.first_completed is not None and not state.seats[state.first_completed].completed:
        yield f"P{state.first_completed} completed first but has not completed"
    if state.turn and state.turn.builds < 0:
        yield f"the building limit is overdrawn: {state.turn.builds}"


def _knowledge(state: State) -> Iterator[str]:
    """What a seat knows is true."""
    if sum(batch.count for batch in state.beneath) > len(state.deck):
        yield "more cards are said to be beneath the deck than it holds"
    for knower, seat in enumerate(state.seats):
        for other, cards in enumerate(seat.known):
            if Counter(cards) - Counter(state.seats[other].hand):
                yield f"P{knower} knows cards in the hand of P{other} that are not there"


def _stack(state: State) -> Iterator[str]:
    """At rest, a question is on top and none beneath it is answered by itself."""
    if state.stack and not isinstance(state.stack[-1], Ask):
        yield "the game rests although nobody is asked"
    if not state.stack and state.scores is None:
        yield "the game is over but not scored"

"""Two descriptions of what is legal, `options` and `check`, must say the same about every action there is."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from random import Random
from typing import get_args

import msgspec
import pytest

from protocol import actions
from protocol.actions import AnyAction, Choose
from protocol.cards import BASIC_DISTRICTS, CHARACTERS, DISTRICT_TYPES, UNIQUE_DISTRICTS, Character, District
from protocol.faults import REFUSALS
from referee.rules import IllegalAction, State, check, options, pending
from tests.strategies import BOXES, completions, covers, game, template

DISTRICTS: tuple[District, ...] = (*BASIC_DISTRICTS, *UNIQUE_DISTRICTS)
SEATS = range(8)
SAMPLED_GAMES = 10
OF_EVERY_CODE = ((3, 9), (5, 9))
"""Numbers of players and characters whose samples hold refusals of every code."""

encode = msgspec.json.Encoder().encode


def selections(rng: Random, cards: list[District], most: int) -> Iterator[tuple[District, ...]]:
    """Yield card tuples of every size up to `most`: real ones, one card too often, one from elsewhere."""
    yield ()
    for size in range(1, most + 1):
        if size <= len(cards):
            yield tuple(rng.sample(cards, size))
        if cards:
            yield tuple(rng.choices(cards, k=size))
        yield tuple(rng.choices([*cards, rng.choice(DISTRICTS)], k=size))


def templates(cards: list[District]) -> Iterator[Choose]:
    """Yield templates such as bots may send back instead of filling them."""
    yield Choose(tuple(cards), 1, len(cards))
    yield Choose((), 0, 0)


def picks(state: State) -> Iterator[AnyAction]:
    """Yield every pick of the cast and of a character that is not in the game."""
    named = named_characters(state)
    for character in named:
        for discard in (None, *named):
            yield actions.Pick(character, discard)


def named_characters(state: State) -> list[Character]:
    """Return the cast and a character that is not in the game."""
    return [*state.setup.cast, next(one for one in CHARACTERS if one not in state.setup.cast)]


@cache
def simple() -> tuple[AnyAction, ...]:
    """Return every action that names at most one character, one seat, one card or one number."""
    return (
        *(kind() for kind in get_args(AnyAction) if not kind.__struct_fields__),
        *(kind(one) for one in CHARACTERS for kind in (actions.Assassinate, actions.Bewitch, actions.Rob)),
        *(actions.SwapHands(seat) for seat in SEATS),
        *(actions.LookAtHand(seat) for seat in SEATS),
        *(actions.CollectTithe(seat) for seat in SEATS),
        *(actions.PassCrown(seat, take) for seat in SEATS for take in (None, "gold", "card")),
        *(actions.Spy(seat, kind) for seat in SEATS for kind in DISTRICT_TYPES),
        *(actions.CollectIncome(cards) for cards in range(9)),
        *(
            kind(card)
            for card in DISTRICTS
            for kind in (actions.Keep, actions.Laboratory, actions.Museum, actions.TakeCard, actions.Build)
        ),
    )


def aimed(rng: Random, state: State) -> Iterator[AnyAction]:
    """Yield all that is aimed at a district in a city: those that stand anywhere, and others, at every seat."""
    standing = sorted({placed.district for seat in state.seats for placed in seat.city} | {"temple", "keep"})
    cards = [actions.CityCard(district, beautified) for district in standing for beautified in (False, True)]
    for seat in SEATS:
        for card in cards:
            for kind in (actions.Destroy, actions.Seize, actions.Armory):
                yield kind(seat, card.district, card.beautified)
            for give in rng.sample(cards, 2):
                yield actions.Exchange(seat, card, give)


def exchanges(state: State, seat: int) -> Iterator[AnyAction]:
    """Yield every exchange of a district that stands in the own city for one that stands anywhere."""
    cities = [[actions.CityCard(one.district, one.beautified) for one in each.city] for each in state.seats]
    for other, city in enumerate(cities):
        for take in city:
            for give in cities[seat]:
                yield actions.Exchange(other, take, give)


def plots(rng: Random, state: State) -> Iterator[AnyAction]:
    """Yield marks on several characters, and exchanges of characters."""
    named = named_characters(state)
    for signed in named:
        for blank in combinations_with_replacement(rng.sample(named, 4), 2):
            yield actions.ServeWarrants(signed, blank)
        for size in (0, 1, 3):
            yield actions.ServeWarrants(signed, tuple(rng.sample(named, size)))
        yield actions.ServeWarrants(signed, actions.ChooseCharacters(tuple(named), 2, 2))
        for plain in named:
            yield actions.Threaten(signed, plain)
    for seat in SEATS:
        for character in (None, *named):
            yield actions.SwapCharacters(seat, character)


def payments(rng: Random, state: State, seat: int) -> Iterator[AnyAction]:
    """Yield ways of paying for districts of some hand, sensible or not."""
    hand = sorted(state.seats[seat].hand)
    own = [actions.CityCard(one.district, one.beautified) for one in state.seats[seat].city]
    sacrifices = [None, *own, actions.CityCard("framework"), actions.CityCard("temple", beautified=True)]
    for district in sorted({*hand, *rng.choice(state.seats).hand, "thieves_den", "necropolis"}):
        for sacrifice in sacrifices:
            yield actions.Build(district, sacrifice=sacrifice)
        for cards in selections(rng, hand, 6):
            yield actions.Build(district, cards)
            yield actions.Build(district, lender=rng.choice(SEATS), exchange=cards)
            yield actions.Build(district, exchange=cards)
        yield actions.Build(district, lender=rng.choice(SEATS))
        yield actions.Build(district, tuple(hand))
        several = tuple(rng.choices(hand or DISTRICTS, k=2))
        yield actions.Build(district, several, rng.choice(sacrifices), rng.choice(SEATS), several)
        yield actions.Build(district, several, None, rng.choice(SEATS), several[:1])
        for choose in templates(hand):
            yield actions.Build(district, choose)
            yield actions.Build(district, lender=rng.choice(SEATS), exchange=choose)


def selective(rng: Random, state: State, seat: int) -> Iterator[AnyAction]:
    """Yield every other action that names several cards."""
    hand = sorted(state.seats[seat].hand)
    city = [placed.district for placed in state.seats[seat].city]
    others = tuple(other for other in range(len(state.seats)) if other != seat)
    for cards in [*selections(rng, hand, 8), *templates(hand)]:
        yield actions.Redraw(cards)
        yield actions.GiveCards(others, cards)
        yield actions.GiveCards(tuple(rng.sample(others, rng.randint(0, len(others)))), cards)
    for cards in [*selections(rng, city, 4), *templates(city)]:
        yield actions.Beautify(cards)


def candidates(rng: Random, state: State, seat: int) -> Iterator[AnyAction]:
    """Yield actions of every kind, legal and not, with and without sense."""
    yield from simple()
    yield from aimed(rng, state)
    yield from selective(rng, state, seat)
    yield from payments(rng, state, seat)
    if "diplomat" in state.setup.cast:
        yield from exchanges(state, seat)
    if rng.random() < 0.2 or pending(state).decision in ("pick", "theater") or state.called <= 2:
        yield from picks(state)
        yield from plots(rng, state)
    for option in options(state):
        yield option
        yield from completions(rng, option)


def refusal(state: State, seat: int, action: AnyAction) -> IllegalAction | None:
    """Return why `check` refuses an action, None when it does not."""
    try:
        check(state, seat, action)
    except IllegalAction as illegal:
        return illegal
    return None


def sample(seats: int, characters: int) -> Iterator[tuple[Random, State]]:
    """Yield some states of games of a kind."""
    for number in range(SAMPLED_GAMES):
        one = game(seats, characters, 100 + number)
        for state in one.walk():
            if not one.over and one.rng.random() < share(state):
                yield one.rng, state


def share(state: State) -> float:
    """Return how many of such states are looked at: more of the turns in which cities are meddled with."""
    meddling = state.turn is not None and state.turn.character in ("warlord", "diplomat", "marshal")
    return 0.25 if meddling else 0.025


@cache
def refusals(seats: int, characters: int) -> Counter[tuple[str, str, str]]:
    """Compare both descriptions over a sample of states; return code, rule and kind of each refusal, counted."""
    seen = Counter[tuple[str, str, str]]()
    for rng, state in sample(seats, characters):
        seat = pending(state).seat
        legal = options(state)
        plain = {option for option in legal if template(option) is None}
        open_ones = [option for option in legal if template(option) is not None]
        before = encode(state)
        for action in candidates(rng, state, seat):
            illegal = refusal(state, seat, action)
            offered = action in plain or any(covers(option, action) for option in open_ones)
            assert offered == (illegal is None), f"{action}: options {legal}, but {illegal}"
            if illegal:
                assert_well_said(illegal, action)
                seen[illegal.code, illegal.rule, type(action).__name__] += 1
        assert encode(state) == before
    return seen


def assert_well_said(illegal: IllegalAction, action: AnyAction) -> None:
    """A refusal has a known code, a rule, a sentence, and leads to a part of the action."""
    assert illegal.code in REFUSALS
    assert illegal.rule
    assert illegal.sentence.endswith(".")
    assert illegal.path in {"/kind", *(f"/{name}" for name in action.__struct_fields__)}, (
        action,
        illegal.path,
    )


@pytest.mark.parametrize(("seats", "characters"), BOXES)
def test_options_cover_exactly_what_check_accepts(seats, characters):
    assert refusals(seats, characters).total() > 1000


@pytest.mark.parametrize(("seats", "characters"), BOXES)
def test_nobody_else_may_answer(seats, characters):
    for rng, state in sample(seats, characters):
        for seat in {-1, *SEATS} - {pending(state).seat}:
            action = rng.choice(options(state))
            illegal = refusal(state, seat, action)
            assert illegal is not None
            assert illegal.code == "not_your_decision"


def test_every_refusal_that_the_rules_can_raise_occurs():
    codes = {code for box in OF_EVERY_CODE for code, _, _ in refusals(*box)} | {"not_your_decision"}
    assert codes == REFUSALS.keys()


def test_after_the_end_everybody_is_refused():
    one = game(4, 8, 1)
    for _ in one.walk():
        pass
    for seat in range(4):
        assert refusal(one.state, seat, actions.EndTurn()).code == "not_your_decision"

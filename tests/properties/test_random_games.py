"""What is true of every game, whoever plays it, at every moment of it."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import events
from protocol.actions import ChooseCharacters, Pick
from protocol.cards import CHARACTERS, UNIQUE_DISTRICTS
from protocol.events import AnyEvent
from protocol.messages import Setup
from protocol.views import TableView
from referee.rules import (
    IllegalAction,
    SetupError,
    State,
    apply,
    check,
    digest,
    fallback,
    make_setup,
    new_game,
    options,
    pending,
    view,
)
from referee.rules.invariants import violations
from referee.rules.state import Placed, Seat, Turn
from tests.strategies import (
    BOXES,
    FIRST_GAME,
    TASTES,
    UNIQUES,
    Game,
    choose,
    completions,
    fill,
    game,
    template,
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(State).decode

KINDS = [pytest.param(seats, characters, id=f"{seats}p{characters}c") for seats, characters in BOXES]


def some(seats: int, characters: int, count: int, **limits: int) -> Iterator[Game]:
    """Return `count` games of a kind, each to another taste."""
    for number in range(count):
        yield game(seats, characters, number, **limits)


@pytest.mark.parametrize(("seats", "characters"), KINDS)
def test_no_invariant_is_ever_broken(seats, characters):
    for one in some(seats, characters, 10):
        for state in one.walk():
            assert violations(state) == [], one.seed


@pytest.mark.parametrize(("seats", "characters"), KINDS)
def test_options_are_distinct_and_every_one_is_legal(seats, characters):
    for one in some(seats, characters, 5):
        while not one.over:
            legal = options(one.state)
            assert legal
            assert len(set(legal)) == len(legal), legal
            asked = pending(one.state).seat
            for option in legal:
                for action in completions(one.rng, option):
                    check(one.state, asked, action)
            one.step()


@pytest.mark.parametrize(("seats", "characters"), KINDS)
def test_every_option_can_be_carried_out(seats, characters):
    for one in some(seats, characters, 5):
        for number, state in enumerate(one.walk()):
            if number % 9 == 0 and not one.over:
                for option in options(state):
                    for action in completions(one.rng, option):
                        after = state.copy()
                        apply(after, pending(state).seat, action)
                        assert violations(after) == [], (one.seed, action)


@pytest.mark.parametrize(("seats", "characters"), KINDS)
def test_templates_can_be_filled(seats, characters):
    for one in some(seats, characters, 5):
        for state in one.walk():
            for option in () if one.over else options(state):
                found = template(option)
                if found:
                    choose = found[1]
                    assert 1 <= choose.min <= choose.max <= len(choose.options), option
                    order = one.setup.cast.index if isinstance(choose, ChooseCharacters) else None
                    assert list(choose.options) == sorted(choose.options, key=order), option


@pytest.mark.parametrize(("seats", "characters"), KINDS)
def test_the_fallback_is_legal_and_plays_a_game_to_its_end(seats, characters):
    for one in some(seats, characters, 2, round_limit=8):
        while not one.over:
            seat, action = pending(one.state).seat, fallback(one.state)
            assert template(action) is None
            apply(one.state, seat, action)
        assert one.state.scores is not None


def on_table(state: State) -> int:
    """Return all gold that is not in the bank."""
    coins = sum(placed.beautified for seat in state.seats for placed in seat.city)
    return sum(seat.gold for seat in state.seats) + state.taxes + coins


def from_bank(happened: list[AnyEvent]) -> int:
    """Return how much gold the events say has come from the bank."""
    gold = 0
    for event in happened:
        match event:
            case events.GoldGained(gold=gained):
                gold += gained
            case events.GoldPaid(gold=paid):
                gold -= paid
            case events.DistrictDestroyed(beautified=True):
                gold -= 1
    return gold


@pytest.mark.parametrize(("seats", "characters"), KINDS)
def test_gold_comes_from_the_bank_and_goes_back_there(seats, characters):
    for one in some(seats, characters, 5):
        assert on_table(one.state) == from_bank(one.events) == 2 * seats
        while not one.over:
            before = on_table(one.state)
            happened = one.step()
            assert on_table(one.state) - before == from_bank(happened), happened


@pytest.mark.parametrize(("seats", "characters"), KINDS)
def test_gold_that_moves_between_seats_moves_as_the_events_say(seats, characters):
    for one in some(seats, characters, 5):
        stash = Counter[int]()
        heard = 0
        while not one.over:
            for event in one.events[heard:]:
                match event:
                    case (
                        events.GoldGained(seat=seat, gold=gold) | events.TaxesCollected(seat=seat, gold=gold)
                    ):
                        stash[seat] += gold
                    case events.GoldPaid(seat=seat, gold=gold):
                        stash[seat] -= gold
                    case events.GoldTaken(seat=seat, victim=victim, gold=gold):
                        stash[seat] += gold
                        stash[victim] -= gold
                    case events.TaxPaid(seat=seat) | events.DistrictBeautified(seat=seat):
                        stash[seat] -= 1
            heard = len(one.events)
            assert [seat.gold for seat in one.state.seats] == [stash[seat] for seat in range(seats)]
            one.step()


@pytest.mark.parametrize(("seats", "characters"), KINDS)
def test_there_is_one_crown_and_it_moves_with_events_only(seats, characters):
    for one in some(seats, characters, 5):
        crown = one.state.crown
        assert 0 <= crown < seats
        while not one.over:
            ask = pending(one.state)
            happened = one.step()
            if ask.decision == "pass_crown" or events.AbilityUsed(ask.seat, "pass_crown") in happened:
                assert any(isinstance(event, events.CrownMoved) for event in happened)
            for event in happened:
                if isinstance(event, events.CrownMoved):
                    assert event.seat != crown
                    crown = event.seat
                if isinstance(event, events.RoundStarted):
                    assert event.crown == crown
            assert one.state.crown == crown


def answering(state: State, table: TableView) -> set[int]:
    """Return the seats that `table` shows to be those whom the pending question can be for."""
    match pending(state).decision:
        case "theater":
            cities = [{placed.district for placed in one.city} for one in table.players]
            return {seat for seat, city in enumerate(cities) if "theater" in city}
        case "reveal_threat":
            return {mark.seat for mark in table.marks if mark.mark == "threat"}
        case "confiscate":
            return {mark.seat for mark in table.marks if mark.mark == "warrant"}
        case "pass_crown":
            return {seat for seat, one in enumerate(table.players) if "emperor" in one.characters}
    return {table.turn.seat}


@pytest.mark.parametrize(("seats", "characters"), KINDS)
def test_everybody_sees_who_is_asked(seats, characters):
    """Who is asked follows from what all can see, whatever the question: it cannot tell anything."""
    for one in some(seats, characters, 5):
        offered = None
        heard = 0
        while not one.over:
            for event in one.events[heard:]:
                if isinstance(event, events.CharactersOffered):
                    offered = event.seat
            heard = len(one.events)
            ask = pending(one.state)
            for seat in range(seats):
                table = view(one.state, seat)
                assert {ask.seat} == ({offered} if ask.decision == "pick" else answering(one.state, table))
            one.step()


@pytest.mark.parametrize(("seats", "characters"), KINDS)
def test_a_state_survives_json_and_plays_on_alike(seats, characters):
    for one in some(seats, characters, 4):
        decoded = decode(encode(one.state))
        while not one.over:
            assert decoded == one.state
            assert encode(decoded) == encode(one.state)
            assert digest(decoded) == digest(one.state)
            action, seat = one.choose(), pending(one.state).seat
            assert options(decoded) == options(one.state)
            assert apply(decoded, seat, action) == apply(one.state, seat, action)
            decoded = decode(encode(decoded))
        assert decoded == one.state


@pytest.mark.parametrize(("seats", "characters"), KINDS)
def test_a_copy_is_equal_and_lives_its_own_life(seats, characters):
    for one in some(seats, characters, 3):
        for number, state in enumerate(one.walk()):
            copy = state.copy()
            assert copy == state
            if number % 7:
                continue
            before = encode(state)
            for _ in range(12):
                if pending(copy) is not None:
                    apply(copy, pending(copy).seat, choose(one.rng, copy, TASTES[one.taste]))
            assert encode(state) == before


def mutable_parts(value: object) -> Iterator[int]:
    """Yield the identity of every object inside `value` that can be changed."""
    if isinstance(value, list):
        yield id(value)
    if isinstance(value, list | tuple):
        for item in value:
            yield from mutable_parts(item)
    elif isinstance(value, msgspec.Struct):
        if not value.__struct_config__.frozen:
            yield id(value)
        for name in value.__struct_fields__:
            yield from mutable_parts(getattr(value, name))


def test_a_copy_shares_nothing_that_changes_and_forgets_no_field():
    """Walks the fields by name, and wants each to differ from its default somewhere: a new one cannot be missed."""
    left_at_default = {
        (kind, name) for kind in (State, Seat, Turn, Placed) for name in kind.__struct_fields__
    }
    defaults = {
        (kind, one.name): one.default_factory() if one.default is msgspec.NODEFAULT else one.default
        for kind in (State, Seat, Turn, Placed)
        for one in msgspec.structs.fields(kind)
        if not one.required
    }
    for seats, characters in BOXES:
        for one in some(seats, characters, 3):
            for state in islice(one.walk(), 0, None, 3):
                copy = state.copy()
                assert set(mutable_parts(copy)).isdisjoint(mutable_parts(state))
                for part, other in zip(structs(state), structs(copy), strict=True):
                    for name in part.__struct_fields__:
                        value = getattr(part, name)
                        assert getattr(other, name) == value, f"{type(part).__name__}.{name}"
                        if (type(part), name) not in defaults or value != defaults[type(part), name]:
                            left_at_default.discard((type(part), name))
    assert not left_at_default


def structs(state: State) -> Iterator[msgspec.Struct]:
    """Yield all the structs of a state that can change."""
    yield state
    if state.turn:
        yield state.turn
    for seat in state.seats:
        yield seat
        yield from seat.city


@pytest.mark.parametrize(("seats", "characters"), KINDS)
def test_a_refusal_changes_nothing(seats, characters):
    """Answers that were legal a while ago, or are for another seat, are tried all the time."""
    for one in some(seats, characters, 4):
        tried = [Pick("witch")]
        while not one.over:
            before = encode(one.state)
            for action in tried:
                for seat in (pending(one.state).seat, one.rng.randrange(seats)):
                    try:
                        check(one.state, seat, action)
                    except IllegalAction:
                        with pytest.raises(IllegalAction):
                            apply(one.state, seat, action)
            assert encode(one.state) == before
            tried = [*tried[-12:], fill(one.rng, one.rng.choice(options(one.state)))]
            one.step()


@pytest.mark.parametrize(("seats", "characters"), KINDS)
def test_a_game_ends_with_scores_that_add_up(seats, characters):
    for one in some(seats, characters, 10, round_limit=25):
        for state in one.walk():
            assert state.round <= 25
            assert (state.scores is None) == (pending(state) is not None)
        scores = one.state.scores
        assert one.events[-1] == events.GameEnded(scores)
        for score in scores:
            assert score.total == score.districts + score.types + score.completion + score.unique
        order = sorted(scores, key=lambda score: score.rank)
        assert [score.total for score in order] == sorted((score.total for score in scores), reverse=True)
        for place, score in enumerate(order, start=1):
            assert score.rank == place or order[place - 2].rank == score.rank
        assert sum(score.completion == 4 for score in scores) <= 1


def size(seat: Seat) -> int:
    """Return how many districts a city counts as."""
    return len(seat.city) + seat.has("monument")


@pytest.mark.parametrize(("seats", "characters"), KINDS)
def test_a_game_ends_in_the_round_in_which_a_city_was_completed(seats, characters):
    finished = 0
    for one in some(seats, characters, 10):
        ends = None
        for state in one.walk():
            if ends is None and any(size(seat) >= one.setup.city_size for seat in state.seats):
                ends = state.round
            assert ends is None or state.round == ends
        assert ends == one.state.round or one.state.round == one.setup.round_limit
        finished += ends is not None
    assert finished


@pytest.mark.parametrize(("seats", "characters"), KINDS)
def test_the_same_seed_and_answers_give_the_same_game(seats, characters):
    for number in range(3):
        first, second = game(seats, characters, number), game(seats, characters, number)
        assert list(map(digest, first.walk())) == list(map(digest, second.walk()))
        assert first.events == second.events


@pytest.mark.parametrize(("seats", "characters"), KINDS)
def test_every_rank_is_called_once_a_round_in_order(seats, characters):
    for one in some(seats, characters, 2):
        for _ in one.walk():
            pass
        called: list[str] = []
        for event in one.events:
            if isinstance(event, events.CharacterCalled):
                called.append(event.character)
            if isinstance(event, events.RoundEnded):
                assert tuple(called) == one.setup.cast
                called = []


@pytest.mark.parametrize(("seats", "characters"), KINDS)
def test_every_turn_is_played_and_ends(seats, characters):
    """One turn at a time, each with a decision of its seat, with one gathering unless it is resumed."""
    for one in some(seats, characters, 8):
        turn, decisions, gathered = None, 0, 0
        while not one.over:
            decisions += 1
            for event in one.step():
                match event:
                    case events.TurnStarted():
                        assert turn is None
                        turn, decisions, gathered = event, 0, int(event.gathered)
                    case events.TurnEnded() | events.TurnHeld():
                        assert decisions > 0
                        assert gathered == 1
                        assert turn.seat == event.seat
                        turn = None
                    case events.GoldGained(cause="gather") | events.CardsGained(cause="gather"):
                        gathered += 1
                    case events.AbilityUsed(ability="study"):
                        gathered -= 1  # the cards drawn next
                    case events.CardsDrawn():
                        gathered += 1
                    case events.CharacterCalled() | events.RoundEnded():
                        assert turn is None


def test_games_do_not_end_by_their_limit_only_and_empty_the_deck_now_and_then():
    """The random players reach what the properties above are meant to cover."""
    ends, empty = Counter[bool](), 0
    for seats, characters in BOXES:
        for one in some(seats, characters, 5):
            for state in one.walk():
                empty += not state.deck
            ends[one.state.first_completed is not None] += 1
    assert ends[True] > 20
    assert empty > 100


SETUPS = st.tuples(
    st.integers(0, 10),
    st.lists(st.sampled_from([*CHARACTERS, "jester"]), max_size=10),
    st.lists(st.sampled_from([*UNIQUE_DISTRICTS, "swamp"]), max_size=16),
)
LEGAL_SETUPS = st.integers(2, 8).flatmap(
    lambda seats: st.tuples(
        st.just(seats),
        st.permutations(FIRST_GAME.cast[:8]),
        st.sampled_from([[], ["artist"], ["tax_collector"]]),
        st.permutations(UNIQUES).map(lambda order: order[:14]),
    )
)


def granted(seats: int, cast: list[str], districts: list[str]) -> Setup | SetupError:
    """Return the setup that is wished for, or why it is refused."""
    try:
        return make_setup(seats, cast, districts, round_limit=12)
    except SetupError as error:
        return error


@given(SETUPS)
@settings(max_examples=300)
def test_no_wish_for_a_setup_is_answered_by_anything_but_a_setup_or_its_error(wish):
    answer = granted(*wish)
    assert isinstance(answer, Setup) or (answer.rule and answer.sentence.endswith("."))


@given(LEGAL_SETUPS, st.text(max_size=8), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_any_setup_that_is_granted_can_be_played_with_any_seed(wish, seed, rng):
    seats, cast, ninth, districts = wish
    setup = granted(seats, [*ninth, *cast], districts)
    assert isinstance(setup, SetupError) == ((seats, len(ninth)) in {(2, 1), (3, 0), (8, 0)})
    if isinstance(setup, SetupError):
        return
    state, _ = new_game(setup, seats, seed)
    player = Random(rng.random())
    while pending(state) is not None:
        apply(state, pending(state).seat, choose(player, state, {}))
        assert violations(state) == []

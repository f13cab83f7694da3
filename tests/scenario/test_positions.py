"""Positions: what is left open is filled in legally, and what cannot be is refused with its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.cards import Character, District
from referee.rules import State, apply, fallback, pending
from referee.rules.invariants import violations
from referee.rules.placing import describe, place
from referee.rules.position import At, Holding, Position, Standing, Threats, Warrants
from tests.scenario.authoring import one, problems

CAST: tuple[Character, ...] = (
    "assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord",
)  # fmt: skip

CITY = (Standing("market"), Standing("docks", beautified=True))

HANDS: dict[int, list[tuple[District, ...]]] = {
    0: [(), ("manor", "keep")],
    1: [(), ("tavern",)],
    6: [(), ("tavern",)],
}


@st.composite
def positions(draw: st.DrawFn) -> Position:
    seats = draw(st.integers(2, 8))
    cast = draw(st.sampled_from([(), ("artist",), ("tax_collector",)])) if seats > 2 else ()
    each = 2 if seats <= 3 else 1
    order = draw(st.permutations([*CAST, *cast]))
    players = {
        seat: Holding(
            gold=draw(st.integers(0, 20)),
            hand=draw(st.sampled_from(HANDS.get(seat, [()]))),
            city=draw(st.sampled_from([(), CITY][: 2 if seat < 3 else 1])),
            characters=tuple(order[seat * each : seat * each + each]),
        )
        for seat in draw(st.sets(st.integers(0, min(seats, len(order) // each) - 1)))
    }
    held = [(seat, one) for seat, holding in players.items() for one in holding.characters]
    points = [At("round end"), At("scoring"), *(At("call", character) for character in CAST)]
    points += [At("turn", character, seat) for seat, character in held]
    return Position(at=draw(st.sampled_from(points)), seats=seats, cast=cast, players=players, round_limit=9)


@given(positions())
def test_every_position_becomes_a_sound_state_that_says_the_same_and_can_be_played(
    position: Position,
) -> None:
    state, _ = place(position)
    assert violations(state) == []
    assert len(state.seats) == position.seats
    if position.at.point in ("turn", "scoring"):
        said = describe(state)
        for seat, holding in position.players.items():
            player = said[f"P{seat}"]
            assert isinstance(player, dict)
            assert player["gold"] == holding.gold
            assert player["hand"] == sorted(holding.hand)
            assert player["city"] == [one.district + "+" * one.beautified for one in holding.city]
            assert set(holding.characters) <= set(player["characters"])
    _play_out(state)


MARKED_CASTS: tuple[tuple[Character, ...], ...] = (
    ("assassin", "thief", "wizard", "king", "abbot", "alchemist", "scholar", "diplomat"),
    ("witch", "thief", "seer", "emperor", "cardinal", "trader", "navigator", "marshal"),
    ("witch", "blackmailer", "wizard", "patrician", "bishop", "merchant", "architect", "warlord"),
    ("magistrate", "blackmailer", "magician", "king", "abbot", "alchemist", "scholar", "marshal"),
)


@st.composite
def marked_positions(draw: st.DrawFn) -> Position:
    cast = draw(st.sampled_from(MARKED_CASTS))
    targets = draw(st.permutations(cast[2:]))
    marks: dict[str, object] = {}
    named = {"assassin": "killed", "witch": "bewitched"}.get(cast[0])
    if named:
        marks["marks"] = {named: targets[0]}
    else:
        marks["warrants"] = Warrants(targets[0], (targets[1],))
    if cast[1] == "thief":
        marks["marks"] = {**marks.get("marks", {}), "robbed": targets[2]}  # type: ignore[dict-item]
    else:
        marks["threats"] = Threats(targets[2], draw(st.sampled_from([None, targets[3]])))
    seats = draw(st.integers(3, 7))
    ninth: tuple[Character, ...] = ("queen",) if seats >= 5 else ("artist",)
    each = 2 if seats <= 3 else 1
    held: list[Character] = [cast[0], cast[1], *draw(st.permutations(cast[2:]))]
    players = {
        seat: Holding(characters=tuple(held[seat * each : (seat + 1) * each])) for seat in range(seats)
    }
    points = [At("round end"), At("scoring"), *(At("call", character) for character in cast[2:])]
    acting = {character: seat for seat in players for character in players[seat].characters}
    for character, seat in acting.items():
        if character in cast[2:] and (named != "killed" or character != targets[0]):
            points.append(At("turn", character, seat))
    if named == "bewitched" and targets[0] in acting:
        points.append(At("turn", targets[0], acting["witch"]))
    at = draw(st.sampled_from(points))
    return Position(at, seats, cast=(*cast, *ninth), players=players, round_limit=9, **marks)  # type: ignore[arg-type]


@given(marked_positions())
def test_marks_of_every_kind_are_placed_and_the_game_goes_on(position: Position) -> None:
    state, _ = place(position)
    kinds = [mark.kind for mark in state.marks]
    stated = [*position.marks, *["warrant"] * 3 * bool(position.warrants)]
    if position.at.point != "scoring" and pending(state) is not None and state.round == position.round:
        assert sorted(kinds) == sorted([*stated, *["threat"] * 2 * bool(position.threats)])
    if position.at.point == "turn":
        turn = state.active()
        assert (turn.seat, turn.character) == (position.at.seat, position.at.character)
    _play_out(state)


def _play_out(state: State) -> None:
    for _ in range(3000):
        ask = pending(state)
        if ask is None:
            break
        apply(state, ask.seat, fallback(state))
        assert violations(state) == []
    assert state.scores is not None


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("ninth", [(), ("artist",)])
def test_everybody_holds_characters_and_the_discards_are_those_of_the_table(
    seats: int, ninth: tuple[Character, ...]
) -> None:
    if seats == 2:
        ninth = ()
    state, _ = place(Position(at=At("call", "assassin"), seats=seats, cast=ninth))
    cast = 9 if ninth or seats in (3, 8) else 8
    each = 2 if seats <= 3 else 1
    faceup = {(4, 8): 2, (5, 8): 1, (4, 9): 3, (5, 9): 2, (6, 9): 1}.get((seats, cast), 0)
    assert len(state.setup.cast) == cast
    assert [len(seat.characters) for seat in state.seats] == [each] * seats
    assert len(state.faceup) == faceup
    assert len(state.facedown) == cast - faceup - each * seats
    assert not {"king", "emperor", "patrician"} & set(state.faceup)


def test_what_is_mentioned_is_in_the_box() -> None:
    holding = Holding(characters=("tax_collector",), city=(Standing("observatory"),))
    state, _ = place(Position(at=At("call", "king"), players={0: holding}))
    assert state.setup.cast[-1] == "tax_collector"
    assert "observatory" in state.setup.districts
    assert len(state.setup.districts) == 14


def test_the_deck_is_drawn_in_the_order_of_the_position() -> None:
    state, _ = place(Position(at=At("turn", "king", 1), deck=("palace", "tavern")))
    assert state.deck[-1] == "palace"
    assert state.deck[-2] == "tavern"
    assert len(state.deck) == 68


def test_rest_empties_the_deck_into_a_hand() -> None:
    state, _ = place(Position(at=At("turn", "king", 1), deck=("palace",), rest=3))
    assert state.deck == ["palace"]
    assert len(state.seats[3].hand) == 67


def test_the_middle_of_a_turn() -> None:
    state, events = place(Position(at=At("turn", "architect", 2), builds=1, used=("extra_cards",), crown=3))
    turn = state.active()
    assert (turn.seat, turn.character, turn.builds, turn.gathered) == (2, "architect", 1, True)
    assert (turn.used, state.called, state.crown, events) == (["extra_cards"], 7, 3, [])
    assert state.seats[2].shown == ["architect"]


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("at: scoring, seats: 9", ["4:36: Citadels is for 2 to 8 players, not 9"]),
        ("at: scoring, round_limit: 0", ["4:42: A game is played for 1 round at least, not 0"]),
        ("at: scoring, P5: {gold: 1}", ["4:33: there is no P5: the seats are P0 to P3"]),
        ("at: scoring, crown: P6", ["4:36: there is no P6: the seats are P0 to P3"]),
        (
            "at: scoring, P0: {hand: [keep], city: [keep]}, deck: [keep]",
            [
                "4:55: there are not enough of keep: the box holds 1",
                "4:70: there are not enough of keep: the box holds 1",
            ],
        ),
        ("at: scoring, P0: {city: [tavern, tavern]}", ["4:49: tavern stands in the city of P0 twice"]),
        ("at: call king, P0: {character: patrician}", ["4:20: king and patrician have the same rank"]),
        (
            "at: call king, P0: {character: king}, P1: {character: king}",
            ["4:58: king is in two places: P0 and P1"],
        ),
        ("at: call thief, P0: {characters: [king, thief]}", ["4:49: P0 holds 2 characters, not 1"]),
        ("at: call thief, faceup: [king]", ["4:41: king has rank 4 and is never faceup"]),
        ("at: call thief, seats: 6, faceup: [thief]", ["4:50: 0 characters are faceup, not 1"]),
        ("at: P1 turn as king, crown: P0", ["4:44: P1 took the crown when king was called"]),
        ("at: P1 turn as king, P1: {character: thief}", ["4:20: P1 holds thief, so it cannot act as king"]),
        ("at: P1 turn as king, killed: king", ["4:20: king has no turn this round"]),
        ("at: call king, killed: assassin", ["4:39: the assassin cannot be killed by itself"]),
        ("at: call king, killed: king, facedown: [assassin]", ["4:39: no assassin has acted"]),
        ("at: call assassin, killed: king", ["4:43: no assassin has acted"]),
        ("at: scoring, completed: [P2]", ["4:41: P2 has 0 districts and 7 complete a city"]),
        (
            "at: scoring, gathered: true, builds: 1",
            ["4:39: no turn is in progress", "4:53: no turn is in progress"],
        ),
        ("at: P1 turn as king, builds: 2", ["4:45: the building limit is 1, so 2 cannot be left"]),
        ("at: P1 turn as king, used: [smithy]", ["4:44: smithy is none of collect_income"]),
        ("at: selection, P0: {character: king}", ["4:47: nobody holds a character before the selection"]),
        (
            "at: call king, pile: [king]",
            ["4:37: the order of the characters matters before the selection only"],
        ),
        ("at: call queen", ["4:20: The Queen needs 5 players or more, not 4."]),
        ("at: P1 turn as witch, bewitched: king", ["4:20: the turn of the Witch is on hold"]),
        (
            "at: P1 turn as witch, used: [smithy], P1: {city: [smithy]}",
            ["4:44: the Witch does nothing of the kind before her turn is resumed"],
        ),
        (
            "at: P1 turn as king, bewitched: king, facedown: [king]",
            ["4:20: nobody holds king, so the Witch does not go on in that role"],
        ),
        (
            "at: P1 turn as king, bewitched: king, P1: {character: king}, gathered: true",
            ["4:87: the turn of king is over when it has gathered"],
        ),
        ("at: call king, bewitched: witch", ["4:42: the witch cannot be bewitched by itself"]),
        ("at: call king, bewitched: king, robbed: king", ["4:56: the thief cannot name king"]),
        ("at: call king, killed: thief, robbed: king", ["4:54: no thief has acted"]),
        (
            "at: call king, warrants: {signed: king, blank: [king, thief, magician]}",
            ["4:63: there are 2 blank warrants, not 3", "4:64: king cannot bear two of them"],
        ),
        (
            "at: call king, threats: {flowered: king, plain: assassin}",
            ["4:64: the blackmailer cannot name assassin"],
        ),
        (
            "at: call king, threats: {flowered: king, removed: flowered, shown: plain}",
            [
                "4:51: the flowered threat on king has been removed",
                "4:83: the plain threat is shown, so say where it lies",
            ],
        ),
        (
            "at: P1 turn as king, threats: {flowered: king}, builds: 0",
            ["4:72: the threat on king is settled first"],
        ),
        ("at: scoring, spent: 1", ["4:36: no turn is in progress"]),
        (
            "at: call bishop, crown: P2, P2: {character: emperor}",
            ["4:40: P2 gave the crown to somebody else as emperor"],
        ),
        ("at: scoring, P1: {museum: [tavern]}", ["4:42: there is no Museum in the city of P1"]),
        ("at: scoring, P1: {knows: {P2: [tavern]}}", ["4:46: P2 does not hold all of them"]),
        ("at: scoring, P1: {knows: {P1: []}}", ["4:46: a player's own hand is always known"]),
        ("at: scoring, P1: {knows: {P6: []}}", ["4:46: there is no P6: the seats are P0 to P3"]),
        (
            "at: call king, taxes: 1, P0: {character: artist}",
            ["4:38: tax_collector and artist have the same rank"],
        ),
    ],
)
def test_a_position_that_no_game_reaches(position: str, expected: list[str]) -> None:
    found = problems(one(f"{{{position}}}", "- ask: P0 turn"))
    assert len(found) == len(expected), found
    for problem, start in zip(found, expected, strict=True):
        assert problem.startswith(start)

"""From a position to a state at that point of a game, and from a state back to a plain description."""

from protocol.actions import Pick
from protocol.cards import DISTRICT_TYPES, Character
from protocol.events import AnyEvent
from referee.rules import invariants
from referee.rules.editions import EDITIONS
from referee.rules.engine import settle
from referee.rules.filling import Filled, Filling
from referee.rules.frames import (
    Ask,
    AskBribe,
    AskGather,
    AskPick,
    Call,
    EndRound,
    OpenCalls,
    ResumeTurn,
    ScoreGame,
)
from referee.rules.marking import MARKERS
from referee.rules.position import Fault, Holding, Position, PositionError
from referee.rules.staging import arrange_pile, bare_round, calls, select
from referee.rules.state import Placed, State


def place(position: Position) -> tuple[State, list[AnyEvent]]:
    """Return the state at the first question from the point of `position` on, and what happened up to there.

    Raises PositionError with everything that is wrong with the position.
    """
    filling = Filling(position)
    filled = filling.fill()
    if filled is None:
        raise PositionError(filling.faults)
    out: list[AnyEvent] = []
    state = bare_round(filled.setup, position.seats, position.round, filled.starter, position.seed, out)
    arrange_pile(state, position.pile or filled.faceup, _hidden(position, filled))
    if position.at.point == "selection":
        _possess(state, position, filled)
        settle(state, out)
    else:
        out = _after_selection(state, filling, filled)
    faults = [Fault((), sentence) for sentence in invariants.violations(state)]
    if faults:
        raise PositionError(faults)
    return state, out


def _hidden(position: Position, filled: Filled) -> list[Character]:
    """Return the characters that are discarded facedown at random."""
    row = EDITIONS[position.edition].selection[position.seats, len(filled.setup.cast)]
    return filled.facedown[: 2 if row.procedure == "three_players" else 1]


def _possess(state: State, position: Position, filled: Filled) -> None:
    """Hand out gold, cards, cities and the crown."""
    for number, seat in enumerate(state.seats):
        holding = position.holding(number)
        seat.gold = holding.gold
        seat.hand = [*holding.hand, *(filled.extra if number == position.rest else ())]
        seat.city = _city(holding)
        seat.known = [holding.knows.get(other, ()) for other in range(len(state.seats))]
        seat.completed = number in filled.completed
    state.first_completed = filled.completed[0] if filled.completed else None
    state.deck = list(filled.deck)
    state.crown = filled.crown
    state.taxes = position.taxes


def _city(holding: Holding) -> list[Placed]:
    """Return the districts of a city, with the cards beneath the Museum."""
    return [
        Placed(one.district, one.beautified, holding.museum if one.district == "museum" else ())
        for one in holding.city
    ]


def _after_selection(state: State, filling: Filling, filled: Filled) -> list[AnyEvent]:
    """Play the selection so that everybody gets the characters of the position, then go to its point."""
    position = filling.position
    select(state, lambda ask: _pick(state, ask, filled))
    called = [character for character in state.setup.cast if filling.passed(character)]
    for seat in state.seats:
        seat.shown = [one for one in called if one in seat.characters and not filling.silenced(one)]
    state.marks = filled.marks
    _possess(state, position, filled)
    out: list[AnyEvent] = []
    _go_on(state, filling, filled, out)
    return out


def _pick(state: State, ask: AskPick, filled: Filled) -> Pick:
    """Return the pick that gives the seat a character of the position."""
    offer = state.seats[ask.seat].offers[-1]
    kept = next(character for character in filled.characters[ask.seat] if character in offer)
    if not ask.discard:
        return Pick(kept)
    return Pick(kept, next(character for character in filled.facedown if character in offer))


def _go_on(state: State, filling: Filling, filled: Filled, out: list[AnyEvent]) -> None:
    """Set what is still to come from the point on, and run up to the next question."""
    at, last = filling.position.at, len(state.setup.cast)
    if at.point == "scoring":
        state.stack, state.called = [ScoreGame()], last
    elif at.point == "theater":
        state.stack, state.called = [*calls(last, 0), OpenCalls()], 0
    elif at.character is None:
        state.stack, state.called = [EndRound()], last
    elif at.point == "call":
        called = filling.rank(at.character) - 1
        state.stack, state.called = calls(last, called), called
    else:
        _begin_turn(state, filling, filled, at.character)
        return
    settle(state, out)


def _begin_turn(state: State, filling: Filling, filled: Filled, character: Character) -> None:
    """Let the call of `character`, or the Witch in that role, come to its turn, and be in the middle of it."""
    position, rank = filling.position, filling.rank(character)
    state.stack, state.called = calls(len(state.setup.cast), rank), rank
    if filling.resumed and position.at.seat is not None:
        state.then(ResumeTurn(position.at.seat, rank))
    else:
        for seat in state.seats:
            seat.shown = [one for one in seat.shown if one != character]
        state.then(Call(rank))
    settle(state, [])
    _possess(state, position, filled)
    _advance_turn(state, position)
    if state.active().gathered:
        _skip(state, AskGather)
    if any(mark.shown and mark.kind == "threat" and mark.character == character for mark in state.marks):
        _skip(state, AskGather)
        _skip(state, AskBribe)


def _advance_turn(state: State, position: Position) -> None:
    """Note what has been done in the turn in progress."""
    turn = state.active()
    if position.builds is not None:
        turn.gathered = turn.gathered or position.builds < turn.builds
        turn.builds = position.builds
    turn.gathered = turn.gathered or position.gathered
    turn.spent = position.spent or 0
    turn.paid_builds = int(turn.spent > 0) if position.paid is None else position.paid
    marked = {MARKERS[mark.kind] for mark in state.marks if mark.seat == turn.seat}
    uses = [marker.use for marker in marked if marker.character == turn.character and marker.use is not None]
    turn.used = list(dict.fromkeys([*position.used, *uses]))


def _skip(state: State, kind: type[Ask]) -> None:
    """Drop a question that has been answered before, and go on to the next one."""
    if isinstance(state.stack[-1], kind):
        state.active().gathered = True
        state.stack.pop()
        settle(state, [])


def describe(state: State) -> dict[str, object]:
    """Return the whole state as plain data, in the words in which positions are written.

    The cards of the deck stand in the order in which they will be drawn, as `top` and again as `bottom`.
    """
    seats = {f"P{number}": _describe_seat(state, number) for number in range(len(state.seats))}
    first = state.first_completed
    return {
        **seats,
        **_describe_marks(state),
        "seats": len(state.seats),
        "cast": list(state.setup.cast),
        "districts": list(state.setup.districts),
        "city_size": state.setup.city_size,
        "round": state.round,
        "crown": f"P{state.crown}",
        "called": state.setup.cast[state.called - 1] if state.called else None,
        "deck": {"size": len(state.deck), "top": state.deck[::-1], "bottom": state.deck[::-1]},
        "faceup": list(state.faceup),
        "facedown": list(state.facedown),
        "taxes": state.taxes,
        "first_completed": None if first is None else f"P{first}",
        "turn": _describe_turn(state),
        "over": state.scores is not None,
        "box": _describe_box(state),
    }


def _describe_marks(state: State) -> dict[str, object]:
    """Return the marks in the words of a position; a warrant or threat that nobody bears is `None`."""
    named: dict[str, object] = {"killed": None, "bewitched": None, "robbed": None}
    named |= {mark.kind: mark.character for mark in state.marks if mark.face is None}
    faces = {mark.face: mark.character for mark in state.marks}
    shown = [mark.face for mark in state.marks if mark.shown]
    blank = [mark.character for mark in state.marks if mark.face == "blank"]
    return {
        **named,
        "warrants": {"signed": faces.get("signed"), "blank": blank, "shown": "signed" in shown},
        "threats": {
            "flowered": faces.get("flowered"),
            "plain": faces.get("plain"),
            "shown": [face for face in ("flowered", "plain") if face in shown],
        },
    }


def _describe_box(state: State) -> dict[str, object]:
    """Return what the edition's tables say: how many cards of each type, the facts of each card."""
    tables = EDITIONS[state.setup.edition]
    counts: dict[str, object] = {
        kind: sum(card.copies for card in tables.districts.values() if card.type == kind)
        for kind in DISTRICT_TYPES
    }
    districts: dict[str, object] = {
        name: {"type": card.type, "cost": card.cost, "copies": card.copies}
        for name, card in tables.districts.items()
    }
    characters: dict[str, object] = {
        name: {"rank": card.rank, "builds": card.builds, "income": card.income}
        for name, card in tables.characters.items()
    }
    return {
        **counts,
        **districts,
        **characters,
        "basic": sum(card.copies for card in tables.basics.values()),
        "characters": len(tables.characters),
    }


def _describe_seat(state: State, number: int) -> dict[str, object]:
    seat = state.seats[number]
    return {
        "gold": seat.gold,
        "hand": sorted(seat.hand),
        "city": [placed.district + "+" * placed.beautified for placed in seat.city],
        "characters": list(seat.characters),
        "shown": list(seat.shown),
        "drawn": list(seat.drawn),
        "set_aside": list(seat.set_aside),
        "museum": sorted(card for placed in seat.city for card in placed.beneath),
        "knows": {f"P{other}": sorted(cards) for other, cards in enumerate(seat.known) if other != number},
        "completed": seat.completed,
    }


def _describe_turn(state: State) -> dict[str, object] | None:
    if state.turn is None:
        return None
    turn = state.turn
    return {
        "seat": f"P{turn.seat}",
        "character": turn.character,
        "gathered": turn.gathered,
        "builds": turn.builds,
        "used": list(turn.used),
        "spent": turn.spent,
        "paid": turn.paid_builds,
        "played": turn.played,
    }

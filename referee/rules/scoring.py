"""The end of the game: points, their reasons, and who wins."""

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from protocol import events
from protocol.cards import DISTRICT_TYPES, Character, District, DistrictType
from protocol.events import Score
from referee.rules.editions import EDITIONS
from referee.rules.engine import Events, step
from referee.rules.frames import ScoreGame
from referee.rules.moments import ANY_TYPE_IN_SCORING, SCORE, SCORE_FROM_HAND, SCORE_RULE
from referee.rules.state import State

ScoreKind: TypeAlias = Literal["district", "types", "first", "completion", "unique", "hand"]
"""What scores: a district's cost, all types, a city completed first or later, a unique district beyond its cost,
a card in the hand."""


class ScoreLine(NamedTuple):
    """Points (maybe none), what brings them, the id of the rule, and the district that it is about, if any."""

    points: int
    kind: ScoreKind
    rule: str
    district: District | None = None


class Tally(NamedTuple):
    """What a scoring function may look at: a city with the type that each district counts as."""

    state: State
    seat: int
    districts: tuple[District, ...]
    types: tuple[DistrictType, ...]
    wildcard: DistrictType | None

    def total(self) -> int:
        """Return all points of the seat."""
        return self.costs() + self.all_types() + self.completion() + self.unique()

    def costs(self) -> int:
        """Points for building costs, one more for each beautified district (SCR-01)."""
        cards = EDITIONS[self.state.setup.edition].districts
        placed = self.state.seats[self.seat].city
        return sum((cards[one.district].cost or 0) + one.beautified for one in placed)

    def all_types(self) -> int:
        """The bonus for at least one district of each type (SCR-02)."""
        bonus = EDITIONS[self.state.setup.edition].numbers.types_bonus
        return bonus if set(self.types) == set(DISTRICT_TYPES) else 0

    def completion(self) -> int:
        """The bonus for a completed city, higher for the first one (END-06, END-07)."""
        numbers = EDITIONS[self.state.setup.edition].numbers
        if self.state.first_completed == self.seat:
            return numbers.first_bonus
        return numbers.completion_bonus if self.state.seats[self.seat].completed else 0

    def unique(self) -> int:
        """Extra points of unique districts."""
        hand = self.state.seats[self.seat].hand
        city = sum(SCORE[district](self) for district in self.districts if district in SCORE)
        return city + sum(SCORE_FROM_HAND.get(card, 0) for card in hand)


def tally(state: State, seat: int) -> Tally:
    """Return the best tally of a seat: a district of any type counts as the best one (SCR-04)."""
    cards = EDITIONS[state.setup.edition].districts
    districts = tuple(placed.district for placed in state.seats[seat].city)
    types = tuple(cards[district].type for district in districts)
    wild = [place for place, district in enumerate(districts) if district in ANY_TYPE_IN_SCORING]
    if not wild:
        return Tally(state, seat, districts, types, None)
    (place,) = wild
    choices: tuple[DistrictType, ...] = ("unique", *(kind for kind in DISTRICT_TYPES if kind != "unique"))
    return max(
        (
            Tally(state, seat, districts, (*types[:place], kind, *types[place + 1 :]), kind)
            for kind in choices
        ),
        key=Tally.total,
    )


def account(state: State, seat: int) -> Iterator[ScoreLine]:
    """Yield where the points of a seat come from; they add up to its total."""
    own, best = state.seats[seat], tally(state, seat)
    cards = EDITIONS[state.setup.edition].districts
    for placed in own.city:
        cost = (cards[placed.district].cost or 0) + placed.beautified
        yield ScoreLine(cost, "district", "SCR-01", placed.district)
    if best.all_types():
        yield ScoreLine(best.all_types(), "types", "SCR-02")
    if state.first_completed == seat:
        yield ScoreLine(best.completion(), "first", "END-06")
    elif own.completed:
        yield ScoreLine(best.completion(), "completion", "END-07")
    for district in best.districts:
        if district in SCORE:
            yield ScoreLine(SCORE[district](best), "unique", SCORE_RULE[district], district)
    for card in own.hand:
        if card in SCORE_FROM_HAND:
            yield ScoreLine(SCORE_FROM_HAND[card], "hand", SCORE_RULE[card], card)


def _tie_break(state: State, seat: int) -> int:
    """The highest rank the seat has shown this round, 0 for none (TIE-01 to TIE-05)."""
    characters = EDITIONS[state.setup.edition].characters

    def rank(character: Character) -> int:
        return characters[character].rank

    return max(map(rank, state.seats[seat].shown), default=0)


def scores(state: State) -> tuple[Score, ...]:
    """Return the points of all seats and their places, 1 for the winner (score-highest-wins)."""
    tallies = [tally(state, seat) for seat in range(len(state.seats))]
    keys = [(one.total(), _tie_break(state, one.seat)) for one in tallies]
    return tuple(
        Score(
            districts=one.costs(),
            types=one.all_types(),
            completion=one.completion(),
            unique=one.unique(),
            total=key[0],
            rank=1 + sum(other > key for other in keys),
            haunted_quarter=one.wildcard,
        )
        for one, key in zip(tallies, keys, strict=True)
    )


@step(ScoreGame)
def score_game(state: State, _frame: ScoreGame, out: Events) -> None:
    """Score and end the game."""
    state.scores = scores(state)
    out.append(events.GameEnded(state.scores))

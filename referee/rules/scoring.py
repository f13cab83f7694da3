"""The end of the game: points, their reasons, and who wins."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from protocol import events
from protocol.cards import DISTRICT_TYPES, Character, District, DistrictType
from protocol.events import Score
from referee.rules.editions import EDITIONS
from referee.rules.engine import Events, step
from referee.rules.frames import ScoreGame
from referee.rules.moments import ANY_TYPE_IN_SCORING, SCORE, SCORE_FROM_HAND, Bonus
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
        return sum(line.points for line in self.lines())

    def lines(self) -> Iterator[ScoreLine]:
        """Yield where the points come from; they add up to all points of the seat."""
        own, edition = self.state.seats[self.seat], EDITIONS[self.state.setup.edition]
        for placed in own.city:
            cost = (edition.districts[placed.district].cost or 0) + placed.beautified
            yield ScoreLine(cost, "district", "SCR-01", placed.district)
        if set(self.types) == set(DISTRICT_TYPES):
            yield ScoreLine(edition.numbers.types_bonus, "types", "SCR-02")
        if self.state.first_completed == self.seat:
            yield ScoreLine(edition.numbers.first_bonus, "first", "END-06")
        elif own.completed:
            yield ScoreLine(edition.numbers.completion_bonus, "completion", "END-07")
        yield from self._bonuses("unique", self.districts, SCORE)
        yield from self._bonuses("hand", own.hand, SCORE_FROM_HAND)

    def _bonuses(
        self, kind: ScoreKind, cards: Iterable[District], bonuses: Mapping[District, Bonus]
    ) -> Iterator[ScoreLine]:
        for card in cards:
            if card in bonuses:
                bonus = bonuses[card]
                yield ScoreLine(bonus.points(self), kind, bonus.rule, card)


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
        _score(one, 1 + sum(other > key for other in keys)) for one, key in zip(tallies, keys, strict=True)
    )


def _score(best: Tally, rank: int) -> Score:
    points = Counter[ScoreKind]()
    for line in best.lines():
        points[line.kind] += line.points
    return Score(
        districts=points["district"],
        types=points["types"],
        completion=points["first"] + points["completion"],
        unique=points["unique"] + points["hand"],
        total=points.total(),
        rank=rank,
        haunted_quarter=best.wildcard,
    )


@step(ScoreGame)
def score_game(state: State, _frame: ScoreGame, out: Events) -> None:
    """Score and end the game."""
    state.scores = scores(state)
    out.append(events.GameEnded(state.scores))

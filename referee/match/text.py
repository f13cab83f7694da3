"""A game in words, for people: the deal, every round and turn, the cities and scores at the end."""

from collections.abc import Iterator, Sequence

from protocol import events
from protocol.events import AnyEvent, Score
from protocol.views import CityDistrict
from referee.match.ledger import Ledger
from referee.match.replay import Moment, Replay, VerifyError, play_back
from referee.match.sentences import Sentences
from referee.rules.editions import EDITIONS


def tell_game(replay: Replay, names: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines of a game's story; `names` are those of the bots by seat.

    Raises VerifyError, after the lines up to there, where the replay does not follow the rules.
    """
    _check_result(replay)
    teller = _Teller(replay, names)
    yield from teller.opening()
    for moment in play_back(replay):
        yield from teller.moment(moment)
    yield from teller.ending()


def _check_result(replay: Replay) -> None:
    """Raise VerifyError when the result is one of another number of seats."""
    seats, result = replay.header.seats, replay.outcome
    if {len(result.scores), len(result.ranks)} != {seats} or any(
        fault.seat >= seats for fault in result.faults
    ):
        raise VerifyError(len(replay.steps) + 1, f"The result is not one of {seats} seats.")


class _Teller:
    """Knows the seats, the cards' names, and what everybody holds."""

    def __init__(self, replay: Replay, names: Sequence[str]) -> None:
        self._replay = replay
        seats = replay.header.seats
        self._names = tuple(f"P{seat} {names[seat]}" if names else f"P{seat}" for seat in range(seats))
        edition = replay.header.setup.edition
        self._tables = EDITIONS[edition]
        self._say = Sentences(edition, self._names)
        self._ledger = Ledger(seats)

    def opening(self) -> Iterator[str]:
        """Tell what is played by whom."""
        header = self._replay.header
        setup = header.setup
        yield f"Game {header.game}: Citadels, {setup.edition} edition, {header.seats} players, seed {header.seed}"
        yield f"Players: {', '.join(self._names)}"
        yield f"Characters: {self._say.characters(setup.cast)}"
        yield f"Unique districts: {self._say.districts(setup.districts)}"
        yield f"A city is complete with {setup.city_size} districts."
        yield ""
        yield "The deal"

    def moment(self, moment: Moment) -> Iterator[str]:
        """Tell one step."""
        if moment.forced and moment.seat is not None:
            yield f"    ({self._say.who(moment.seat)} failed with {moment.forced}; the referee plays on.)"
        for event in moment.events:
            self._ledger.follow(event)
            yield from self._told(event)

    def _told(self, event: AnyEvent) -> Iterator[str]:
        match event:
            case events.RoundStarted():
                yield ""
                yield self._say.tell(event)
            case events.CharacterCalled() | events.RoundEnded():
                yield "  " + self._say.tell(event)
            case events.TurnEnded():
                yield f"    {self._say.who(event.seat)} ends the turn with {self._holding(event.seat)}."
            case events.GameEnded() | events.TurnStarted() | events.CardPlayed():
                return
            case _:
                yield "    " + self._say.tell(event)

    def _holding(self, seat: int) -> str:
        gold, hand, city = self._ledger.holding(seat)
        cards = self._say.districts(sorted(hand.elements())) or "no cards"
        standing = ", ".join(self._placed(one) for one in city) or "nothing"
        return f"{gold} gold; hand: {cards}; city: {standing}"

    def ending(self) -> Iterator[str]:
        """Tell how it ended: every city, and where its points come from."""
        outcome = self._replay.outcome
        yield ""
        yield f"The game is over after {outcome.rounds} rounds and {outcome.decisions} decisions."
        order = sorted(range(len(self._names)), key=lambda seat: (outcome.ranks[seat], seat))
        for seat in order:
            yield ""
            yield f"Rank {outcome.ranks[seat]}: {self._say.who(seat)} with {outcome.scores[seat].total} points"
            yield from (f"    {line}" for line in self._account(seat, outcome.scores[seat]))
        for fault in outcome.faults:
            yield ""
            at = f" at {fault.request}" if fault.request else " at the beginning"
            yield f"{self._say.who(fault.seat)} failed{at} with {fault.code}: {fault.detail}"

    def _account(self, seat: int, score: Score) -> Iterator[str]:
        for placed in self._ledger.holding(seat).city:
            card = self._tables.districts[placed.district]
            yield f"{(card.cost or 0) + placed.beautified:3}  {self._placed(placed)} ({card.type})"
        counted = f", the Haunted Quarter as {score.haunted_quarter}" if score.haunted_quarter else ""
        if score.types:
            yield f"{score.types:3}  all five types{counted}"
        if score.completion:
            yield f"{score.completion:3}  complete city"
        if score.unique:
            yield f"{score.unique:3}  unique districts"

    def _placed(self, placed: CityDistrict) -> str:
        return self._say.district(placed.district) + (" (beautified)" if placed.beautified else "")

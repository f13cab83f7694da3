"""A game as the viewer shows it: what stood on the table after each step, what was told, what was asked.

The table is taken apart into slots, and each step names those that changed. `deck` and the like and `gold3` (of seat
3) are what everyone sees; `own_hand3` is what only seat 3 sees beside it, `marks3` what it sees otherwise than the
others. All of them are taken from the views that the rules give the seats: nothing here decides who may see what.
"""

from collections.abc import Hashable, Iterator, Sequence
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from protocol.actions import AnyAction
from protocol.events import AnyEvent, Score
from protocol.messages import Decision, Setup
from protocol.views import MarkView, OwnView, PlayerView, TableView
from referee import rules
from referee.match import Replay, SeatFault, play_back
from referee.match.sentences import Sentences
from referee.report.choices import chosen_option, tell_choice

Slots = dict[str, object]
Entry = TypeVar("Entry", bound=Hashable)

TOGETHER = ("round", "crown", "deck", "called", "faceup", "taxes", "turn", "first_completed", "swapped")
"""Fields of a view that are the same for all seats."""

PUBLIC = PlayerView.__struct_fields__
PRIVATE = tuple(field for field in OwnView.__struct_fields__ if field != "seat")

KINDS = {
    "RoundStarted": "round",
    "CharacterCalled": "call",
    "TurnStarted": "turn",
    "RoundEnded": "quiet",
    "TurnEnded": "quiet",
    "CardPlayed": "quiet",
    "CityCompleted": "loud",
    "GameEnded": "loud",
}
"""How lines of the log stand out."""


class Line(Struct, frozen=True, array_like=True):
    """A sentence of the log; seats are called P0, P1 and so on in it."""

    kind: str
    text: str


class Secret(Struct, frozen=True, array_like=True):
    """What happened, as `seats` know it and as the others do: indices of lines."""

    seats: tuple[int, ...]
    known: int
    others: int


class Step(Struct, omit_defaults=True):
    """One step of a game, or with no `seat` the deal.

    `asked` is the decision that `seat` had to take, `options` (indices of words) what it could do, `chosen` which of
    these it did, `did` (a word) how exactly. `forced` is the fault code of a seat that was played on.
    `log` holds what happened, by index of its line where all know the same. `now` are the slots that changed.
    """

    log: list[int | Secret]
    now: Slots
    seat: int | None = None
    asked: Decision | None = None
    options: tuple[int, ...] = ()
    chosen: int | None = None
    did: int | None = None
    forced: str | None = None


class Film(Struct):
    """A whole game. `names` are the bots by seat, and so are `scores` and `ranks`."""

    game: str
    number: int
    setup: Setup
    names: tuple[str, ...]
    scores: tuple[Score, ...]
    ranks: tuple[int, ...]
    faults: tuple[SeatFault, ...]
    rounds: int
    lines: list[Line]
    words: list[str]
    steps: list[Step]


def film(replay: Replay, names: Sequence[str] = ()) -> Film:
    """Play a replay back and return what is to be seen of it; `names` are those of the bots by seat.

    Raises VerifyError where the replay does not follow the rules.
    """
    header, outcome = replay.header, replay.outcome
    camera = _Camera(header.setup.edition, header.seats)
    steps = list(camera.steps(replay))
    return Film(
        game=header.game,
        number=header.number,
        setup=header.setup,
        names=tuple(names) or tuple(f"P{seat}" for seat in range(header.seats)),
        scores=outcome.scores,
        ranks=outcome.ranks,
        faults=outcome.faults,
        rounds=outcome.rounds,
        lines=camera.lines.entries,
        words=camera.words.entries,
        steps=steps,
    )


class _Interned(Generic[Entry]):
    """Entries that occur again and again, each kept once."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._places: dict[Entry, int] = {}

    def index(self, entry: Entry) -> int:
        """Return the index of an entry, added if need be."""
        place = self._places.setdefault(entry, len(self.entries))
        if place == len(self.entries):
            self.entries.append(entry)
        return place


class _Camera:
    """Looks at a game step by step."""

    def __init__(self, edition: str, seats: int) -> None:
        self._seats = range(seats)
        self._say = Sentences(edition, [f"P{seat}" for seat in self._seats])
        self._before: Slots = {}
        self.lines: _Interned[Line] = _Interned()
        self.words: _Interned[str] = _Interned()

    def steps(self, replay: Replay) -> Iterator[Step]:
        """Yield the steps of a game, the deal first."""
        asked: Decision | None = None
        options: list[AnyAction] = []
        for moment in play_back(replay):
            step = Step(log=[self._told(event) for event in moment.events], now=self._changed(moment.state))
            if moment.action is not None:
                step.seat, step.forced, step.asked = moment.seat, moment.forced, asked
                step.options = tuple(self._word(option) for option in options)
                step.chosen = chosen_option(options, moment.action)
                step.did = self._word(moment.action)
            ask = rules.pending(moment.state)
            asked, options = (ask.decision, rules.options(moment.state)) if ask else (None, [])
            yield step

    def _word(self, action: AnyAction) -> int:
        return self.words.index(tell_choice(self._say, action))

    def _told(self, event: AnyEvent) -> int | Secret:
        public = rules.for_others(event)
        others = self._line(public)
        if public is event:
            return others
        seats = tuple(seat for seat in rules.concerned(event) if seat is not None)
        known = self._line(event)
        return others if known == others else Secret(seats, known, others)

    def _line(self, event: AnyEvent) -> int:
        return self.lines.index(Line(KINDS.get(type(event).__name__, ""), self._say.tell(event)))

    def _changed(self, state: rules.State) -> Slots:
        now = _slots([rules.view(state, seat) for seat in self._seats])
        before, self._before = self._before, now
        return {slot: value for slot, value in now.items() if slot not in before or before[slot] != value}


def _slots(views: Sequence[TableView]) -> Slots:
    """Return the table as the seats see it, taken apart."""
    slots: Slots = {field: getattr(views[0], field) for field in TOGETHER}
    shared = _shared_marks([view.marks for view in views])
    slots["marks"] = shared
    for seat, view in enumerate(views):
        slots[f"marks{seat}"] = None if view.marks == shared else view.marks
        for field in PUBLIC:
            slots[f"{field}{seat}"] = getattr(view.players[seat], field)
        for field in PRIVATE:
            slots[f"own_{field}{seat}"] = getattr(view.you, field)
    return slots


def _shared_marks(seen: Sequence[tuple[MarkView, ...]]) -> tuple[MarkView, ...]:
    """Return the marks with those faces that all seats see."""
    return tuple(
        same[0] if len(set(same)) == 1 else msgspec.structs.replace(same[0], face=None)
        for same in zip(*seen, strict=True)
    )

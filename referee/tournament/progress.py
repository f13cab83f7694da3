"""How far a run has come, as its happenings tell."""

from collections.abc import Iterable

from referee.tournament import happenings
from referee.tournament.happenings import Happening, Line, RunEnded, RunStarted


class Progress:
    """Follows what happens in a run; all that is shown of a run in progress is in here.

    `games` are recorded, of `planned` ones if these are limited; `ended` is the last event once it came.
    """

    def __init__(self) -> None:
        self.started: RunStarted | None = None
        self.ended: RunEnded | None = None
        self.games = self.void = self.faults = self.elapsed_ms = 0
        self.planned: int | None = 0
        self.standings: tuple[Line, ...] = ()
        self.benched: tuple[str, ...] = ()
        self.stopping = False
        self._seated: dict[int, tuple[str, ...]] = {}

    def follow(self, happening: Happening) -> None:
        """Take in what happened next."""
        self.elapsed_ms = happening.elapsed_ms
        match happening:
            case happenings.RunStarted():
                self.started = happening
                self.games, self.planned = happening.recorded, happening.planned
                self.void, self.faults = happening.void, happening.faults
                self.benched = happening.benched
            case happenings.GamesBegun():
                self._seated |= dict.fromkeys(happening.games, happening.bots)
            case happenings.GamesRecorded():
                self.games = happening.recorded
                self._clear(game.number for game in happening.games)
            case happenings.BotFailed():
                self.faults += 1
            case happenings.BotBenched():
                self.benched += (happening.bot,)
            case happenings.GameVoid():
                self.void += 1
                self._clear((happening.number,))
            case happenings.Standings():
                self.standings = happening.bots
            case happenings.RunStopped():
                self.stopping = True
                self._clear(happening.taken_back)
            case happenings.RunEnded():
                self.ended = happening

    def _clear(self, games: Iterable[int]) -> None:
        for number in games:
            self._seated.pop(number, None)

    def playing(self) -> set[str]:
        """Return the bots that sit in games which were handed out and are not recorded."""
        return set().union(*self._seated.values())

    def rate(self) -> float:
        """Return the games recorded in a second, since the first event."""
        if self.started is None or self.elapsed_ms <= 0:
            return 0.0
        return (self.games - self.started.recorded) * 1000 / self.elapsed_ms

    def left_s(self) -> float | None:
        """Return the seconds to the last game at this pace or to the end of the time, None for neither."""
        if self.games == self.planned:
            return 0.0
        left: list[float] = []
        if self.planned is not None and (rate := self.rate()) > 0:
            left.append((self.planned - self.games) / rate)
        if self.started and self.started.left_ms is not None:
            left.append(max(0, self.started.left_ms - self.elapsed_ms) / 1000)
        return min(left, default=None)

"""How fast something goes."""

from time import monotonic


class Ticker:
    """Tells every few seconds that it is time for a line."""

    def __init__(self, every_s: float = 5.0) -> None:
        self._every_s = every_s
        self._next = monotonic() + every_s

    def due(self) -> bool:
        """Return whether the time has come; then the next one is as far away again."""
        if monotonic() < self._next:
            return False
        self._next = monotonic() + self._every_s
        return True


class Pace:
    """The rate of something that is counted, since the first count."""

    def __init__(self) -> None:
        self._began = monotonic()
        self._first: int | None = None
        self._count = 0

    def count(self, count: int) -> None:
        """Take note of the count of this moment."""
        if self._first is None:
            self._first, self._began = count, monotonic()
        self._count = count

    def rate(self) -> float:
        """Return how many there were in a second."""
        seconds = monotonic() - self._began
        return (self._count - (self._first or 0)) / seconds if seconds > 0 else 0.0

    def left_s(self, goal: int) -> float | None:
        """Return the seconds to the goal at this pace, None where that cannot be said."""
        rate = self.rate()
        return (goal - self._count) / rate if rate > 0 else None


def clock_time(seconds: float | None) -> str:
    """Return a time as hours, minutes and seconds."""
    if seconds is None:
        return "?"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

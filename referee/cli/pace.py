"""Times of something that goes on."""

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


def clock_time(seconds: float | None) -> str:
    """Return a time as hours, minutes and seconds."""
    if seconds is None:
        return "?"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

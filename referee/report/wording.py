"""Numbers as they stand in a text."""


def signed(value: float, digits: int) -> str:
    """Return a difference with its sign, a true minus, and 0 without one."""
    shown = f"{abs(value):.{digits}f}"
    if float(shown) == 0:
        return shown
    return ("+" if value > 0 else "−") + shown


def fixed(value: float | None, digits: int) -> str:
    """Return a number with so many digits, a dash where there is none."""
    return "–" if value is None else f"{value:.{digits}f}".replace("-", "−")


def span(ends: tuple[float, float] | None, digits: int) -> str:
    """Return an interval, a dash where there is none."""
    return "–" if ends is None else f"{fixed(ends[0], digits)} to {fixed(ends[1], digits)}"


def counted(count: int, thing: str) -> str:
    """Return a number of things."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def duration(microseconds: float) -> str:
    """Return a time in the unit that suits it."""
    if microseconds < 1_000:
        return f"{microseconds:.0f} µs"
    if microseconds < 1_000_000:
        return f"{microseconds / 1_000:.1f} ms"
    return f"{microseconds / 1_000_000:.2f} s"


def listing(words: list[str]) -> str:
    """Return words as a list in a sentence."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else ""

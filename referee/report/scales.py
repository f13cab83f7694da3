"""Axes: where a value lies between two ends, and which values are marked."""

from math import ceil, floor, log10
from typing import NamedTuple


class Tick(NamedTuple):
    """A marked value: where it lies, in percent of the axis, and what stands there."""

    at: float
    label: str


class Scale(NamedTuple):
    """An axis from `low` to `high`; `logarithmic` ones take values above 0."""

    low: float
    high: float
    ticks: tuple[Tick, ...]
    logarithmic: bool = False

    def at(self, value: float) -> float:
        """Return where a value lies, in percent of the axis."""
        low, high = self.low, self.high
        if self.logarithmic:
            low, high, value = log10(low), log10(high), log10(value)
        return round(100 * (value - low) / (high - low), 2)


def linear(low: float, high: float, about: int = 5) -> Scale:
    """Return an axis that holds `low` and `high` between round ends, with `about` so many marks."""
    step = _step((high - low) or 1.0, about)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    last = max(last, first + 1)
    bare = Scale(first * step, last * step, ())
    digits = max(0, -floor(log10(step) + 1e-9))
    values = [place * step for place in range(first, last + 1)]
    return bare._replace(ticks=tuple(Tick(bare.at(value), _label(value, digits)) for value in values))


def _label(value: float, digits: int) -> str:
    return f"{value:.{digits}f}".replace("-", "−")


def _step(width: float, about: int) -> float:
    """Return the step of 1, 2 or 5 times a power of ten that gives the number of marks nearest to `about`."""
    rough = width / about
    power = 10.0 ** floor(log10(rough))
    return float(
        min((power * factor for factor in (1, 2, 5, 10)), key=lambda step: abs(width / step - about))
    )


def powers_of_ten(low: float, high: float, labels: dict[int, str]) -> Scale:
    """Return a logarithmic axis between powers of ten; `labels` names those that are marked, by exponent."""
    first = floor(log10(low))
    last = max(ceil(log10(high)), first + 1)
    bare = Scale(10.0**first, 10.0**last, (), logarithmic=True)
    marked = [power for power in range(first, last + 1) if power in labels]
    return bare._replace(ticks=tuple(Tick(bare.at(10.0**power), labels[power]) for power in marked))

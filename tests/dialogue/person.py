"""A person made up for tests: hears what is said as lines of 80 columns, and answers from a list or at random."""

import io
from collections.abc import Callable, Iterable
from random import Random

from rich.console import Console
from rich.text import Text

from referee.dialogue import Conversation

WIDTH = 80
NAMES = tuple(f"P{seat} bot{seat}" for seat in range(8))


class Person:
    """A terminal on which somebody types `lines`; then comes the end of input."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._file = io.StringIO()
        self._console = Console(file=self._file, width=WIDTH, highlight=False)
        self._lines = iter(lines)

    def say(self, text: Text) -> None:
        self._console.print(text)

    def hear(self, prompt: str) -> str:
        said = next(self._lines, None)
        if said is None:
            raise EOFError
        self._file.write(f"{prompt}{said}\n")
        return said

    def heard(self) -> str:
        """All that was said up to now, by both."""
        return self._file.getvalue()


def careless(seed: int) -> Iterable[str]:
    """Whatever comes to mind: mostly numbers, many of which are on no list."""
    dice = Random(seed)
    others = ["b", "t", "s", "?", "?witch", "none", "all", "2, 1", "0", "-1", "build", "", "1 1"]
    while True:
        places = [str(place) for place in range(1, dice.randint(2, 8))]
        dice.shuffle(places)
        yield dice.choice((dice.choice(others), str(dice.randint(1, 12)), "1", " ".join(places)))


def conversation(person: Person, look_up: Callable[[str], str] = str.upper) -> Conversation:
    return Conversation(person, NAMES, look_up)

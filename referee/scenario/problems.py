"""What is wrong with a scenario, and where."""

from collections.abc import Collection
from difflib import get_close_matches

from msgspec import Struct

from protocol.codec import printable


class Place(Struct, frozen=True):
    """A spot in a scenario file; `line` and `column` count from 1."""

    file: str
    line: int
    column: int


class Problem(Struct, frozen=True):
    """One mistake or one expectation that was not met."""

    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


class ScenarioError(Exception):
    """A scenario file cannot be used; `problems` holds everything that was found, in order of the file."""

    def __init__(self, problems: Collection[Problem]) -> None:
        self.problems = tuple(
            sorted(problems, key=lambda problem: (problem.file, problem.line, problem.column))
        )
        super().__init__("\n".join(str(problem) for problem in self.problems))


class Complaints:
    """Collects problems, so that all of them can be reported at once."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, place: Place, message: str) -> None:
        """Record a problem at `place`."""
        self.problems.append(Problem(place.file, place.line, place.column, printable(message)))


def unknown(what: str, word: str, words: Collection[str]) -> str:
    """Return the sentence about `word` that is none of `words`, with the closest ones if any is close."""
    close = get_close_matches(word, words, n=3, cutoff=0.7)
    if close:
        return f"unknown {what} `{word}`: did you mean {' or '.join(f'`{other}`' for other in close)}?"
    if len(words) <= 12:
        return f"unknown {what} `{word}`: expected one of {', '.join(f'`{other}`' for other in words)}"
    return f"unknown {what} `{word}`"

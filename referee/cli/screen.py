"""The terminal as a person talks through it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text


class Screen:
    """Standard output and standard input; colours where they are welcome, lines broken at the terminal's width."""

    def __init__(self) -> None:
        from rich.console import Console

        self._console = Console(highlight=False)

    def say(self, text: "Text") -> None:
        """Show some text and a newline."""
        self._console.print(text)

    def hear(self, prompt: str) -> str:
        """Return the next line of the person. Raises EOFError when there is none."""
        return input(prompt)

"""Parameters that several commands share."""

from collections.abc import Iterable
from pathlib import Path

import click

FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)
"""An existing folder."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def nearest(word: str, words: Iterable[str]) -> str:
    """Return " Did you mean ...?" with those of `words` that are close to `word`, nothing when none is."""
    from difflib import get_close_matches

    close = get_close_matches(word, list(words), n=3, cutoff=0.6)
    return f" Did you mean {' or '.join(close)}?" if close else ""


def print_json(thing: object) -> None:
    """Print one value as one line of JSON."""
    import msgspec

    click.echo(msgspec.json.encode(thing))

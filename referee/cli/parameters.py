"""Parameters that several commands share, and kinds of them."""

import re
from collections.abc import Iterable
from pathlib import Path

import click

FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)
"""An existing folder."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


_DURATION = re.compile(r"(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?")


def seconds_of(_ctx: click.Context, parameter: click.Parameter, value: str | None) -> int | None:
    """Return a time such as 2h, 1h30m or 45s in seconds. Raises BadParameter."""
    if value is None:
        return None
    parts = _DURATION.fullmatch(value.strip())
    hours, minutes, seconds = (int(part or 0) for part in parts.groups()) if parts else (0, 0, 0)
    total = 3600 * hours + 60 * minutes + seconds
    if not total:
        raise click.BadParameter(f"{value!r} is no time such as 2h, 1h30m or 45s.", param=parameter)
    return total


def duration_text(seconds: int) -> str:
    """Return a time as it is written."""
    parts = ((seconds // 3600, "h"), (seconds // 60 % 60, "m"), (seconds % 60, "s"))
    return "".join(f"{number}{unit}" for number, unit in parts if number)


def nearest(word: str, words: Iterable[str]) -> str:
    """Return " Did you mean ...?" with those of `words` that are close to `word`, nothing when none is."""
    from difflib import get_close_matches

    close = get_close_matches(word, list(words), n=3, cutoff=0.6)
    return f" Did you mean {' or '.join(close)}?" if close else ""


def print_json(thing: object) -> None:
    """Print one value as one line of JSON."""
    import msgspec

    click.echo(msgspec.json.encode(thing))

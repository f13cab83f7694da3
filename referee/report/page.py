"""One HTML file that needs nothing else: templates, styles, scripts and data, and a policy that allows no more."""

import base64
import zlib
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from referee import __version__
from referee.report.film import Film
from referee.report.wording import counted, duration, fixed, listing, signed, span

STYLES = ("tokens.css", "page.css", "figures.css", "viewer.css")
SCRIPTS = ("dom.js", "theme.js", "films.js", "looks.js", "board.js", "story.js", "viewer.js")
"""In the order in which they need each other."""


class Assets(NamedTuple):
    """What goes into a page as it is, and the content security policy that allows exactly this."""

    styles: tuple[Markup, ...]
    scripts: tuple[Markup, ...]
    policy: str


class PackedFilm(NamedTuple):
    """A game for the viewer: its number, and the film as JSON, deflated by zlib, in base64."""

    number: int
    packed: str


def pack(film: Film) -> PackedFilm:
    """Return a film as it stands in a page."""
    return PackedFilm(film.number, base64.b64encode(zlib.compress(msgspec.json.encode(film), 9)).decode())


def render(template: str, **facts: object) -> Iterator[str]:
    """Yield the text of a page piece by piece. Everything in `facts` is text; nothing of it becomes markup."""
    page = _environment().get_template(template)
    return page.generate(version=__version__, assets=_assets(), **facts)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("referee.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["island"] = island
    for wording in (signed, fixed, span, counted, duration, listing):
        environment.filters[wording.__name__] = wording
    return environment


def island(value: object) -> Markup:
    """Return JSON that may stand in a `<script>`: no `<` can end it."""
    text = msgspec.json.encode(value).decode()
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704 - JSON inside a script, which only `<` can leave


@cache
def _assets() -> Assets:
    styles, scripts = (tuple(_asset(name) for name in names) for names in (STYLES, SCRIPTS))
    allowed = {
        "default-src": "'none'",
        "script-src": " ".join(map(_hash, scripts)),
        "style-src": " ".join(map(_hash, styles)),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return Assets(styles, scripts, "; ".join(f"{what} {source}" for what, source in allowed.items()))


def _asset(name: str) -> Markup:
    return Markup(files("referee.report").joinpath("static", name).read_text(encoding="utf-8"))  # noqa: S704 - ours


def _hash(text: str) -> str:
    digest = base64.b64encode(sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"

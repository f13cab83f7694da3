"""The index of all rules: `scenarios/rules.toml`, in a checkout and in an installed package alike."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

FOLDER = Path(__file__).parents[2] / "scenarios"
"""The scenarios of a checkout. An installed package has the index only, beside this module."""

WANTED = "wanted"
"""The `refusal` of a rule whose breach a scenario must show to be refused."""


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """A statement of the rulebook, or a ruling on what it leaves open, in our own words.

    `needs` are the cards it is about. `reason` says why a rule is not testable; `refusal` is `wanted`, or says why
    no refusal shows it.
    """

    id: str
    area: str
    kind: Literal["must", "may", "cannot", "definition", "info", "ruling"]
    testable: Literal["scenario", "setup", "score", "view", "no"]
    text: str
    source: str = ""
    edition: str = "2016"
    players: tuple[int, ...] = ()
    needs: tuple[str, ...] = ()
    reason: str = ""
    refusal: str = ""


class RuleIndex(Struct, frozen=True):
    """All rules, in the order of the index."""

    rules: tuple[Rule, ...]

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all rules."""
        return frozenset(rule.id for rule in self.rules)


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    """The index as it stands in the file."""

    rule: tuple[Rule, ...]


def index_path() -> Path:
    """Return where the index is: in the checkout, else inside the installed package."""
    checkout = FOLDER / "rules.toml"
    return checkout if checkout.is_file() else Path(__file__).with_name("rules.toml")


@cache
def load_index(path: Path | None = None) -> RuleIndex:
    """Return the index at `path`, by default that of this checkout or installation."""
    text = (path or index_path()).read_text(encoding="utf-8")
    return RuleIndex(msgspec.convert(tomllib.loads(text), _File).rule)


def find(index: RuleIndex, query: str) -> list[Rule]:
    """Return the rules that a query means: the one with this id, else those in which all its words occur.

    Capitals do not matter, and `_` in a card's name stands for a blank or `-` as well.
    """
    wanted = query.strip().casefold()
    exact = [rule for rule in index.rules if rule.id.casefold() == wanted]
    words = _simple(wanted).split()
    if exact or not words:
        return exact
    found = [rule for rule in index.rules if all(word in _searched(rule) for word in words)]
    return sorted(found, key=lambda rule: not _simple(rule.id).startswith(" ".join(words)))


def _searched(rule: Rule) -> str:
    return _simple(" ".join((rule.id, rule.area, rule.text, *rule.needs)))


def _simple(text: str) -> str:
    """Return text in small letters without the signs that join words or stand for apostrophes."""
    return text.casefold().translate(str.maketrans("_-:", "   ", "'’"))

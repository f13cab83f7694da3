"""Rules to stop a run early: claims about bots, as they are written and as the plan keeps them."""

import re
from collections.abc import Sequence

from msgspec import Struct

BEST = "best"
MIXTURE_FIRST_LOOK = 30
STRICT_FIRST_LOOK = 1
LEAST_MIXTURE_LOOK = 10
"""The normal mixture is an approximation, which fewer blocks do not bear."""


class UntilError(Exception):
    """A rule that cannot be: the message says what is wrong with it."""


class Until(Struct, frozen=True, forbid_unknown_fields=True):
    """Stop as soon as a claim is found true, with `confidence` percent at least.

    `claim` names the bot that is better and the one that is worse; without it the claim is that some one bot is the
    best of those entered. Nothing is looked at before `first_look` blocks of a comparison are played. `strict` takes
    the test whose error rate is exact, not approximate.
    """

    claim: tuple[str, str] | None
    confidence: float
    strict: bool
    first_look: int


def shown(until: Until) -> str:
    """Return a rule as it is written."""
    claim = ">".join(until.claim) if until.claim else BEST
    return f"{claim}@{until.confidence:g}"


def parse(text: str, names: Sequence[str], *, entered: int, strict: bool, first_look: int | None) -> Until:
    """Read `A>B@95` or `best@95`, where A and B are among the names; the first so many of them can be best.

    Raises UntilError.
    """
    claim, at, percent = text.rpartition("@")
    if not at:
        raise UntilError(f"{text!r} lacks the confidence: write A>B@95 or {BEST}@95")
    return Until(
        claim=_claim(claim.strip(), names, entered),
        confidence=_confidence(percent),
        strict=strict,
        first_look=_first_look(first_look, strict=strict),
    )


def _claim(text: str, names: Sequence[str], entered: int) -> tuple[str, str] | None:
    if text == BEST:
        if entered < 2:
            raise UntilError(f"{BEST} needs two bots at least; only {names[0]} is entered")
        return None
    for cut in re.finditer(">", text):
        better, worse = text[: cut.start()].strip(), text[cut.end() :].strip()
        if better in names and worse in names and better != worse:
            return better, worse
    raise UntilError(
        f"{text!r} is neither {BEST!r} nor two different bots with > between them; the bots are {', '.join(names)}"
    )


def _confidence(text: str) -> float:
    try:
        percent = float(text)
    except ValueError:
        percent = 0.0
    if not 50 < percent < 100:
        raise UntilError(f"the confidence is a percentage above 50 and below 100, such as 95, not {text!r}")
    return percent


def _first_look(blocks: int | None, *, strict: bool) -> int:
    if blocks is None:
        return STRICT_FIRST_LOOK if strict else MIXTURE_FIRST_LOOK
    if blocks < (least := 1 if strict else LEAST_MIXTURE_LOOK):
        raise UntilError(f"the first look is after {least} blocks or later, not after {blocks}")
    return blocks

"""The cards for people who read about them."""

from typing import Literal

from msgspec import Struct

from protocol.cards import DistrictType
from referee.rules.editions import EDITIONS


class Card(Struct, frozen=True):
    """A card as printed, its text in our words.

    A character has a `rank`, a district a `type`, a `cost` in gold (None: it cannot be built) and `copies`.
    """

    id: str
    edition: str
    kind: Literal["character", "district"]
    title: str
    text: str
    rank: int | None = None
    type: DistrictType | None = None
    cost: int | None = None
    copies: int = 1


def card(name: str, edition: Literal["2016"] = "2016") -> Card:
    """Return the card with an id. Raises KeyError for an id that the edition does not know."""
    return _cards(edition)[name]


def card_id(words: str, edition: Literal["2016"] = "2016") -> str | None:
    """Return the id of the card that somebody means by its id or title, None when it is none.

    Capitals, blanks, hyphens and apostrophes do not matter.
    """
    meant = _letters(words)
    found = (name for name, one in _cards(edition).items() if meant in (_letters(name), _letters(one.title)))
    return next(found, None)


def _letters(words: str) -> str:
    return "".join(filter(str.isalnum, words.casefold()))


def _cards(edition: Literal["2016"]) -> dict[str, Card]:
    tables = EDITIONS[edition]
    characters: dict[str, Card] = {
        name: Card(name, edition, "character", one.title, one.text, rank=one.rank)
        for name, one in tables.characters.items()
    }
    districts: dict[str, Card] = {
        name: Card(name, edition, "district", one.title, one.text, None, one.type, one.cost, one.copies)
        for name, one in tables.districts.items()
    }
    return {**characters, **districts}

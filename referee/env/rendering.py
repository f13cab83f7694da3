"""The table as text, as the seat sees it that is asked."""

from collections.abc import Iterator, Sequence

from protocol.views import CityDistrict, TableView


def table_text(view: TableView, said: Sequence[str] = ()) -> str:
    """Return the table as one seat sees it, and the words of the action it has begun."""
    return "\n".join((*_table(view), *_own(view), f"  says {' '.join(said)} ..." if said else "  to speak"))


def _table(view: TableView) -> Iterator[str]:
    called = f", rank {view.called} called" if view.called else ""
    yield f"Round {view.round}{called}, {view.deck} cards in the deck"
    for seat, player in enumerate(view.players):
        crown = " (crown)" if seat == view.crown else ""
        shown = f" {', '.join(player.characters)}" if player.characters else ""
        city = ", ".join(map(_placed, player.city)) or "nothing"
        yield f"  P{seat}{crown}{shown}: {player.gold} gold, {player.hand} cards, city: {city}"


def _own(view: TableView) -> Iterator[str]:
    you = view.you
    yield f"P{you.seat} is {', '.join(you.characters) or 'nobody yet'}, holds {', '.join(you.hand) or 'no cards'}"
    if you.drawn:
        yield f"  drawn: {', '.join(you.drawn)}"
    if you.offers:
        yield f"  offered: {', '.join(you.offers[-1])}"


def _placed(placed: CityDistrict) -> str:
    return placed.district + (" (beautified)" if placed.beautified else "")

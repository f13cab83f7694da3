"""The table as a person sees it, in lines of text; colours only repeat what the letters say."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from protocol.cards import Character, District, DistrictType
from protocol.messages import Setup
from protocol.views import CityDistrict, MarkView, PlayerView, TableView, TurnView
from referee.dialogue.words import Words
from referee.rules import card

LETTERS: dict[DistrictType, str] = {
    "noble": "N",
    "religious": "R",
    "trade": "T",
    "military": "M",
    "unique": "U",
}
COLOURS: dict[DistrictType, str] = {
    "noble": "yellow",
    "religious": "blue",
    "trade": "green",
    "military": "red",
    "unique": "magenta",
}
LEGEND = ", ".join(f"{letter} {kind}" for kind, letter in LETTERS.items()) + "; * beautified"

INDENT = "    "


def table(view: TableView, setup: Setup, words: Words) -> Iterator[Text]:
    """Yield the lines of the whole table, the person's own cards last."""
    yield Text(_round(view, words), style="bold")
    if view.faceup:
        yield Text(f"Discarded faceup: {words.titles(view.faceup)}")
    for mark in view.marks:
        yield Text(_mark(mark, words), style="red")
    if view.turn:
        yield Text(_turn(view.turn, words))
    yield Text()
    for seat, player in enumerate(view.players):
        yield from _player(view, seat, player, setup, words)
    yield Text(f"{INDENT}({LEGEND})", style="dim")
    yield Text()
    yield from own(view, words)


def _round(view: TableView, words: Words) -> str:
    parts = [f"Round {view.round}", f"{view.deck} cards in the deck"]
    if view.called:
        parts.append(f"rank {view.called} is called")
    if view.taxes:
        parts.append(f"{view.taxes} gold of taxes")
    if view.swapped:
        parts.append(f"{' and '.join(words.names[seat] for seat in view.swapped)} have exchanged characters")
    return ", ".join(parts)


def _mark(mark: MarkView, words: Words) -> str:
    what = f"{mark.face} {mark.mark}" if mark.face else mark.mark
    return f"The {words.title(mark.character)}: {what}, by {words.names[mark.seat]}"


def _turn(turn: TurnView, words: Words) -> str:
    parts = [f"Turn of {words.names[turn.seat]} as the {words.title(turn.character)}"]
    parts.append("resources gathered" if turn.gathered else "resources to be gathered")
    parts.append(f"{turn.builds} to build" if turn.builds else "nothing more to build")
    if turn.used:
        parts.append("used: " + ", ".join(name.replace("_", " ") for name in turn.used))
    return "; ".join(parts)


def _player(view: TableView, seat: int, player: PlayerView, setup: Setup, words: Words) -> Iterator[Text]:
    marks = [mark for mark, there in (("crown", view.crown == seat), ("complete", player.completed)) if there]
    shown = [f"shown: {words.titles(player.characters)}"] if player.characters else []
    cards = f"{player.hand} card{'s' * (player.hand != 1)}"
    head = Text(words.names[seat], style="bold")
    head.append(f"  {'; '.join([f'{player.gold} gold', cards, *shown, *marks])}", style="not bold")
    yield head
    line = Text(f"{INDENT}{len(player.city)} of {setup.city_size}: ")
    yield line + _joined(_placed(one, words) for one in player.city)


def own(view: TableView, words: Words) -> Iterator[Text]:
    """Yield the lines that nobody else sees."""
    you = view.you
    yield Text(f"Your gold: {view.players[you.seat].gold}")
    yield Text("Your hand: ") + _joined(_card(name, words) for name in you.hand)
    if you.drawn:
        yield Text("Drawn: ") + _joined(_card(name, words) for name in you.drawn)
    yield from _characters("Your characters", you.characters, words)
    yield from _characters("You put aside", you.set_aside, words)
    for known in you.known_characters:
        yield Text(f"{words.names[known.seat]} holds the {words.title(known.character)}")
    for hand in you.known_hands:
        cards = _joined(_card(name, words) for name in hand.cards)
        yield Text(f"In the hand of {words.names[hand.seat]}: ") + cards
    if you.museum:
        yield Text("Beneath your Museum: ") + _joined(_card(name, words) for name in you.museum)


def _characters(label: str, names: tuple[Character, ...], words: Words) -> Iterator[Text]:
    if names:
        ranks = ", ".join(f"{words.title(name)} ({card(name).rank})" for name in names)
        yield Text(f"{label}: {ranks}")


def _placed(one: CityDistrict, words: Words) -> Text:
    text = _card(one.district, words)
    text.append("*" if one.beautified else "")
    text.append(f" (+{one.beneath} beneath)" if one.beneath else "")
    return text


def _card(name: District, words: Words) -> Text:
    shown = card(name)
    kind = shown.type
    assert kind
    return Text(
        f"{words.title(name)} {LETTERS[kind]}{'' if shown.cost is None else shown.cost}", COLOURS[kind]
    )


def _joined(cards: Iterable[Text]) -> Text:
    parts = list(cards)
    return Text(", ").join(parts) if parts else Text("nothing")

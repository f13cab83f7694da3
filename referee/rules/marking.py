"""The marks of a position: who left them, what cannot be, and where the warrants and threats lie that are left open."""

from collections.abc import Iterator
from typing import NamedTuple

from protocol.cards import Character
from protocol.events import MarkFace, MarkKind
from referee.rules.editions import EDITIONS
from referee.rules.position import Position, Threats, Warrants
from referee.rules.state import Mark


class Marker(NamedTuple):
    """The character that leaves a mark, and the ability it uses up by that, None for a question of its own."""

    character: Character
    use: str | None


MARKERS: dict[MarkKind, Marker] = {
    "killed": Marker("assassin", "assassinate"),
    "bewitched": Marker("witch", None),
    "warrant": Marker("magistrate", "serve_warrants"),
    "robbed": Marker("thief", "rob"),
    "threat": Marker("blackmailer", "threaten"),
}
"""Whose ability leaves which mark, in the order in which they are left."""

_BLANK = 2
_FACES: tuple[MarkFace, ...] = ("flowered", "plain")
_BY_RANK_2: tuple[MarkKind, ...] = ("robbed", "threat")
_OWN_IN_VAIN: tuple[MarkKind, ...] = ("warrant", "threat")


class Stated(NamedTuple):
    """A mark that the position names, with the path of the name; `character` None for one left open."""

    kind: MarkKind
    character: Character | None
    face: MarkFace | None
    shown: bool
    path: tuple[str | int, ...]


def stated(position: Position) -> list[Stated]:
    """Return the marks of a position, those of warrants and threats included that it leaves open."""
    marks = [Stated(kind, one, None, False, (kind,)) for kind, one in position.marks.items()]
    if position.warrants is not None:
        marks += _warrants(position.warrants)
    if position.threats is not None:
        marks += _threats(position.threats)
    return sorted(marks, key=lambda mark: [*MARKERS].index(mark.kind))


def _warrants(given: Warrants) -> Iterator[Stated]:
    yield Stated("warrant", given.signed, "signed", given.shown, ("warrants", "signed"))
    for index, character in enumerate(given.blank):
        yield Stated("warrant", character, "blank", False, ("warrants", "blank", index))
    for _ in range(_BLANK - len(given.blank)):
        yield Stated("warrant", None, "blank", False, ("warrants",))


def _threats(given: Threats) -> Iterator[Stated]:
    for face, character in zip(_FACES, (given.flowered, given.plain), strict=True):
        if face not in given.removed:
            yield Stated("threat", character, face, face in given.shown, ("threats", face))


class Table(NamedTuple):
    """What matters to marks: the cast, who holds what, and who can have acted."""

    position: Position
    cast: tuple[Character, ...]
    characters: list[list[Character]]
    acted: frozenset[Character]


class Marking:
    """Completes the marks of one position; `faults` are the sentences about what is wrong, with their paths."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.stated = stated(table.position)
        self.faults: list[tuple[str, tuple[str | int, ...]]] = []

    def marks(self) -> list[Mark]:
        """Return all marks, in the order in which they were left."""
        self._check_numbers()
        placed: list[Mark] = []
        for mark in sorted(self.stated, key=lambda mark: mark.character is None):
            character = mark.character or self._spare(mark.kind, placed)
            sound = mark.character is None or self._check_target(mark, character, placed)
            seat = self._marker(mark) if sound else 0
            placed.append(Mark(mark.kind, character, seat, mark.face, mark.shown))
        order = [*MARKERS]
        return sorted(
            placed, key=lambda mark: (order.index(mark.kind), self.table.cast.index(mark.character))
        )

    def _check_numbers(self) -> None:
        warrants, threats = self.table.position.warrants, self.table.position.threats
        if warrants is not None and len(warrants.blank) > _BLANK:
            self._fault(f"there are {_BLANK} blank warrants, not {len(warrants.blank)}", "warrants", "blank")
        if threats is None:
            return
        named = {"flowered": threats.flowered, "plain": threats.plain}
        for face in threats.removed:
            if named.get(face) is not None:
                self._fault(f"the {face} threat on {named[face]} has been removed", "threats", face)
        for face in threats.shown:
            if named.get(face) is None:
                self._fault(f"the {face} threat is shown, so say where it lies", "threats", "shown")

    def _marker(self, mark: Stated) -> int:
        """Return the seat that left the mark: who holds the character that does so, or the Witch in its role."""
        by = MARKERS[mark.kind].character
        bewitched = self.table.position.marks.get("bewitched")
        role = "witch" if by == bewitched and self._holder(by) is not None else by
        seat = self._holder(role)
        if seat is None or by not in self.table.acted:
            wording = mark.kind if mark.face is None else f"marked with a {mark.kind}"
            self._fault(f"no {by} has acted, so no character can be {wording}", *mark.path)
        return seat or 0

    def _holder(self, character: Character) -> int | None:
        for seat, held in enumerate(self.table.characters):
            if character in held:
                return seat
        return None

    def _check_target(self, mark: Stated, character: Character, placed: list[Mark]) -> bool:
        """Tell whether the mark can be left on the character."""
        by = MARKERS[mark.kind].character
        if character == by and mark.kind not in _OWN_IN_VAIN:
            self._fault(f"the {by} cannot be {mark.kind} by itself", *mark.path)
        elif mark.kind in _BY_RANK_2 and character in self._barred():
            self._fault(f"the {by} cannot name {character}", *mark.path)
        elif any(mark.kind == other.kind and character == other.character for other in placed):
            self._fault(f"{character} cannot bear two of them", *mark.path)
        else:
            return True
        return False

    def _barred(self) -> set[Character]:
        """Return the characters that rank 2 cannot mark."""
        position = self.table.position
        ranks = EDITIONS[position.edition].characters
        gone = {position.marks[kind] for kind in ("killed", "bewitched") if kind in position.marks}
        return {character for character in self.table.cast if ranks[character].rank == 1} | gone

    def _spare(self, kind: MarkKind, placed: list[Mark]) -> Character:
        """Return where a mark lies that is left open: in vain, on a character nobody holds or its owner's own."""
        taken = {mark.character for mark in placed if mark.kind == kind}
        barred = self._barred() if kind in _BY_RANK_2 else set()
        fit = [one for one in reversed(self.table.cast) if one not in taken | barred]
        own = MARKERS[kind].character
        return min(fit, key=lambda one: (self._holder(one) is not None, one != own))

    def _fault(self, sentence: str, *path: str | int) -> None:
        self.faults.append((sentence, path))

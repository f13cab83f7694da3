"""What a position leaves open, filled in legally, and everything that is wrong with what it says."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from protocol.cards import Character, District, UniqueDistrict
from protocol.events import MarkKind
from protocol.messages import Setup
from referee.rules.cards import BUILT
from referee.rules.editions import EDITIONS
from referee.rules.editions.tables import Edition
from referee.rules.errors import SetupError
from referee.rules.moments import ALLOWS_DUPLICATES, SILENCED
from referee.rules.position import MAX_GOLD, Fault, Position
from referee.rules.rng import shuffled
from referee.rules.setup import NINTH_REQUIRED, make_setup
from referee.rules.turn import ABILITIES, DISTRICT_ACTIONS

MARKERS: dict[MarkKind, Character] = {"killed": "assassin", "robbed": "thief"}
"""Whose ability leaves which mark."""

TAKES_CROWN: frozenset[Character] = frozenset({"king", "patrician"})
"""Characters that wear the crown from their reveal on."""

_FILL_RANKS = (3, 2, 1, 6, 7, 9, 8, 5, 4)
"""Ranks for seats that hold nothing in particular, those first that matter least to others."""

_ODD_POINT = 10
"""A rank above all others: every rank has been called."""


class Filled(Struct):
    """A complete position: the box, who holds which characters, the discards, the deck (top last), the rest."""

    setup: Setup
    characters: list[list[Character]]
    faceup: list[Character]
    facedown: list[Character]
    deck: list[District]
    extra: list[District]
    crown: int
    marks: dict[MarkKind, int]
    completed: list[int]


class Filling:
    """Fills one position in; `faults` grows as things turn out to be wrong."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.tables: Edition = EDITIONS[position.edition]
        self.faults: list[Fault] = []

    def fault(self, sentence: str, *path: str | int) -> None:
        """Record that what stands at `path` is wrong."""
        self.faults.append(Fault(path, sentence))

    def rank(self, character: Character) -> int:
        """Return the rank of a character."""
        return self.tables.characters[character].rank

    def fill(self) -> Filled | None:
        """Return the complete position, None when something is wrong."""
        position = self.position
        if not 2 <= position.seats <= 8:
            self.fault(f"Citadels is for 2 to 8 players, not {position.seats}", "seats")
            return None
        self._check_seats()
        setup = self._setup()
        if setup is None:
            return None
        deck, extra = self._deck(setup)
        characters = self._characters(setup)
        faceup, facedown = self._discards(setup, characters)
        filled = Filled(setup, characters, faceup, facedown, deck, extra, 0, {}, [])
        filled.crown = self._crown(filled)
        filled.marks = self._marks(filled)
        filled.completed = self._completed(setup)
        self._check_cities()
        self._check_turn()
        return None if self.faults else filled

    def _check_seats(self) -> None:
        position = self.position
        seats: list[tuple[int, tuple[str | int, ...]]] = [(seat, (f"P{seat}",)) for seat in position.players]
        seats += [(seat, ("completed", index)) for index, seat in enumerate(position.completed)]
        seats += [(position.at.seat, ("at",))] if position.at.seat is not None else []
        seats += [(position.crown, ("crown",))] if position.crown is not None else []
        seats += [(position.rest, ("rest",))] if position.rest is not None else []
        for seat, path in seats:
            if seat >= position.seats:
                self.fault(f"there is no P{seat}: the seats are P0 to P{position.seats - 1}", *path)
        for seat, holding in position.players.items():
            if not 0 <= holding.gold <= MAX_GOLD:
                self.fault(f"P{seat} cannot have {holding.gold} gold", f"P{seat}", "gold")

    def _mentioned_characters(self) -> Iterator[tuple[Character, tuple[str | int, ...]]]:
        position = self.position
        for name in ("cast", "pile", "faceup", "facedown"):
            for index, character in enumerate(getattr(position, name)):
                yield character, (name, index)
        for seat, holding in position.players.items():
            for index, character in enumerate(holding.characters):
                yield character, (f"P{seat}", "characters", index)
        if position.at.character is not None:
            yield position.at.character, ("at",)
        for kind, character in position.marks.items():
            yield MARKERS[kind], (kind,)
            yield character, (kind,)
        if position.taxes:
            yield "tax_collector", ("taxes",)

    def _mentioned_cards(self) -> Iterator[tuple[District, tuple[str | int, ...]]]:
        position = self.position
        for seat, holding in position.players.items():
            for index, card in enumerate(holding.hand):
                yield card, (f"P{seat}", "hand", index)
            for index, standing in enumerate(holding.city):
                yield standing.district, (f"P{seat}", "city", index)
        for index, card in enumerate(position.deck):
            yield card, ("deck", index)

    def _setup(self) -> Setup | None:
        """Return the box: what is mentioned, completed from the first game."""
        first = self.tables.presets["first-game"]
        by_rank: dict[int, Character] = {}
        for character, path in self._mentioned_characters():
            other = by_rank.setdefault(self.rank(character), character)
            if other != character:
                self.fault(f"{character} and {other} have the same rank: only one can be in the game", *path)
        for character in first.cast:
            by_rank.setdefault(self.rank(character), character)
        if self.position.seats in NINTH_REQUIRED:
            by_rank.setdefault(9, first.ninth)
        uniques = self._uniques(first.districts)
        if self.faults:
            return None
        cast = list(by_rank.values())
        try:
            return make_setup(self.position.seats, cast, uniques, round_limit=self.position.round_limit)
        except SetupError as error:
            self.fault(str(error), "cast" if self.position.cast else "at")
            return None

    def _uniques(self, first: tuple[UniqueDistrict, ...]) -> list[UniqueDistrict]:
        wanted = self.tables.numbers.uniques
        chosen: list[UniqueDistrict] = list(dict.fromkeys(self.position.districts))
        for card, path in self._mentioned_cards():
            if card not in self.tables.uniques or card in chosen:
                continue
            chosen.append(card)  # type: ignore[arg-type]
            if len(chosen) > wanted:
                self.fault(f"{card} is one more than the {wanted} unique districts of a game", *path)
        spare = [card for card in (*first, *self.tables.uniques) if card in BUILT]
        chosen += dict.fromkeys(card for card in spare if card not in chosen)
        return chosen[:wanted]

    def _deck(self, setup: Setup) -> tuple[list[District], list[District]]:
        """Return the deck (top last) and the cards that `rest` asks to put into a hand."""
        left = Counter[District]({name: card.copies for name, card in self.tables.basics.items()})
        left.update(setup.districts)
        copies = left.copy()
        for card, path in self._mentioned_cards():
            left[card] -= 1
            if left[card] < 0:
                self.fault(f"there are not enough of {card}: the box holds {copies[card]}", *path)
        others = shuffled(sorted((+left).elements()), self.position.seed, "rest of the deck", 0)
        top = list(reversed(self.position.deck))
        return (top, others) if self.position.rest is not None else ([*others, *top], [])

    def _characters(self, setup: Setup) -> list[list[Character]]:
        """Return the characters of each seat, those left open filled in."""
        position = self.position
        held = [list(position.holding(seat).characters) for seat in range(position.seats)]
        if position.at.point == "selection":
            for seat in range(position.seats):
                if held[seat]:
                    self.fault("nobody holds a character before the selection", f"P{seat}", "characters")
            return [[] for _ in held]
        self._add_acting(held)
        self._check_held(held)
        each = 2 if position.seats <= 3 else 1
        free = self._free(setup, held)
        for seat, characters in enumerate(held):
            if len(characters) > each:
                self.fault(
                    f"P{seat} holds {len(characters)} characters, not {each}", f"P{seat}", "characters"
                )
            while len(characters) < each and free:
                characters.append(free.pop(0))
        return held

    def _add_acting(self, held: list[list[Character]]) -> None:
        """Let the seat whose turn it is hold its character."""
        at = self.position.at
        if at.seat is None or at.character is None or at.character in held[at.seat]:
            return
        if held[at.seat] and len(held) > 3:
            self.fault(f"P{at.seat} holds {held[at.seat][0]}, so it cannot act as {at.character}", "at")
        else:
            held[at.seat].append(at.character)

    def _check_held(self, held: list[list[Character]]) -> None:
        """Find characters that are in two places."""
        seen: dict[Character, str] = {}
        where = [(f"P{seat}", characters) for seat, characters in enumerate(held)]
        where += [("faceup", list(self.position.faceup)), ("facedown", list(self.position.facedown))]
        for place, characters in where:
            for character in characters:
                if character in seen:
                    self.fault(f"{character} is in two places: {seen[character]} and {place}", place)
                seen[character] = place

    def _free(self, setup: Setup, held: list[list[Character]]) -> list[Character]:
        """Return the characters that are mentioned nowhere, the best ones to fill in first."""
        position = self.position
        taken = {character for characters in held for character in characters}
        taken |= {*position.faceup, *position.facedown}
        needed = [MARKERS[kind] for kind in position.marks]
        marked = set(position.marks.values())

        def order(character: Character) -> tuple[bool, bool, int]:
            return character not in needed, character in marked, _FILL_RANKS.index(self.rank(character))

        return sorted(set(setup.cast) - taken, key=order)

    def _discards(
        self, setup: Setup, characters: list[list[Character]]
    ) -> tuple[list[Character], list[Character]]:
        """Return the characters discarded faceup and facedown; before the selection, only the given ones."""
        position = self.position
        faceup, facedown = list(position.faceup), list(position.facedown)
        for index, character in enumerate(faceup):
            if self.rank(character) == 4:
                self.fault(f"{character} has rank 4 and is never faceup", "faceup", index)
        count = self.tables.selection[position.seats, len(setup.cast)].faceup
        if len(faceup) > count:
            self.fault(f"{count} characters are faceup, not {len(faceup)}", "faceup")
        if position.at.point == "selection":
            return faceup, facedown
        if position.pile:
            self.fault("the order of the characters matters before the selection only", "pile")
        free = self._free(setup, characters)
        fit = [character for character in reversed(free) if self.rank(character) != 4]
        faceup += fit[: max(0, count - len(faceup))]
        if len(faceup) < count:
            self.fault("no character is left to lie faceup", "facedown")
        return faceup, facedown + [character for character in free if character not in faceup]

    def passed(self, character: Character) -> bool:
        """Tell whether the rank of `character` has been called before this point, or is being called."""
        at = self.position.at
        if at.point == "selection":
            return False
        now = self.rank(at.character) if at.character is not None else _ODD_POINT
        return self.rank(character) < now + (at.point == "turn")

    def silenced(self, character: Character) -> bool:
        """Tell whether a mark keeps `character` from answering its call."""
        return any(kind in SILENCED and one == character for kind, one in self.position.marks.items())

    def _crown(self, filled: Filled) -> int:
        stated = self.position.crown
        for seat, characters in enumerate(filled.characters):
            for character in characters:
                if character not in TAKES_CROWN or not self.passed(character) or self.silenced(character):
                    continue
                if stated is not None and stated != seat:
                    self.fault(f"P{seat} took the crown when {character} was called", "crown")
                return seat
        return stated or 0

    def _marks(self, filled: Filled) -> dict[MarkKind, int]:
        """Return which seat left each mark."""
        marks: dict[MarkKind, int] = {}
        for kind, character in self.position.marks.items():
            by = MARKERS[kind]
            holder = [seat for seat, held in enumerate(filled.characters) if by in held]
            if not holder or not self.passed(by):
                self.fault(f"no {by} has acted, so no character can be {kind}", kind)
            elif character == by:
                self.fault(f"the {by} cannot be {kind} by itself", kind)
            else:
                marks[kind] = holder[0]
        return marks

    def _completed(self, setup: Setup) -> list[int]:
        position, size = self.position, setup.city_size
        full = [seat for seat in range(position.seats) if len(position.holding(seat).city) >= size]
        for index, seat in enumerate(position.completed):
            if seat not in full:
                count = len(position.holding(seat).city)
                self.fault(f"P{seat} has {count} districts and {size} complete a city", "completed", index)
        return [*position.completed, *(seat for seat in full if seat not in position.completed)]

    def _check_cities(self) -> None:
        for seat, holding in self.position.players.items():
            names = [standing.district for standing in holding.city]
            if not ALLOWS_DUPLICATES.isdisjoint(names):
                continue
            for index, name in enumerate(names):
                if name in names[:index]:
                    self.fault(f"{name} stands in the city of P{seat} twice", f"P{seat}", "city", index)

    def _check_turn(self) -> None:
        """Find what is said of a turn that is not in progress, or cannot be so."""
        position = self.position
        at = position.at
        if at.point != "turn" or at.character is None or at.seat is None:
            for name, given in (("gathered", position.gathered), ("builds", position.builds is not None)):
                if given:
                    self.fault("no turn is in progress", name)
            if position.used:
                self.fault("no turn is in progress", "used")
            return
        if self.silenced(at.character):
            self.fault(f"{at.character} has no turn this round", "at")
        limit = self.tables.characters[at.character].builds
        if position.builds is not None and not 0 <= position.builds <= limit:
            self.fault(f"the building limit is {limit}, so {position.builds} cannot be left", "builds")
        uses = self._uses(at.character, at.seat)
        for index, use in enumerate(position.used):
            if use not in uses:
                self.fault(f"{use} is none of {', '.join(sorted(uses)) or 'nothing'}", "used", index)

    def _uses(self, character: Character, seat: int) -> set[str]:
        """Return what the seat can use up in this turn."""
        verbs = list(ABILITIES.get(character, {}).values())
        for standing in self.position.holding(seat).city:
            verbs += DISTRICT_ACTIONS.get(standing.district, {}).values()
        return {verb.use for verb in verbs if verb.use is not None}

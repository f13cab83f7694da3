"""What a position leaves open, filled in legally, and everything that is wrong with what it says."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from protocol.cards import Character, District, UniqueDistrict
from protocol.messages import Setup
from referee.rules.editions import EDITIONS
from referee.rules.editions.tables import Edition
from referee.rules.errors import SetupError
from referee.rules.marking import MARKERS, Marking, Table, stated
from referee.rules.moments import ALLOWS_DUPLICATES, COUNTS_AS, LENDS_GOLD, SILENCED
from referee.rules.position import MAX_GOLD, Fault, Position
from referee.rules.rng import shuffled
from referee.rules.setup import NINTH_REQUIRED, district_cards, make_setup
from referee.rules.state import Mark
from referee.rules.turn import ABILITIES, DISTRICT_ACTIONS

TAKES_CROWN: frozenset[Character] = frozenset({"king", "patrician"})
"""Characters that wear the crown from their turn on, from its start unless a threat is settled first."""

_FILL_RANKS = (3, 2, 1, 6, 7, 9, 8, 5, 4)
"""Ranks for seats that hold nothing in particular, those first that matter least to others."""

_AFTER_GATHERING = ("builds", "used", "spent", "paid")
"""What a position says of the part of a turn that comes after gathering and whatever follows it at once."""

_ODD_POINT = 10
"""A rank above all others: every rank has been called."""


class Filled(Struct):
    """A complete position: the box, who holds which characters, the discards, the deck (top last), the rest.

    `starter` wore the crown when the round began, `crown` wears it now.
    """

    setup: Setup
    characters: list[list[Character]]
    faceup: list[Character]
    facedown: list[Character]
    deck: list[District]
    extra: list[District]
    crown: int = 0
    starter: int = 0
    marks: list[Mark] = []
    completed: list[int] = []

    def holder(self, character: Character) -> int | None:
        """Return the seat that holds a character."""
        for seat, held in enumerate(self.characters):
            if character in held:
                return seat
        return None


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

    @property
    def resumed(self) -> bool:
        """Whether the point is in the turn that the Witch resumes in the role of the bewitched character."""
        at = self.position.at
        if at.point != "turn" or at.seat is None or at.character != self.position.marks.get("bewitched"):
            return False
        held = self.position.holding(at.seat).characters
        return "witch" in held or at.character not in held

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
        filled = Filled(setup, characters, faceup, facedown, deck, extra)
        filled.marks = self._marks(filled)
        filled.crown, filled.starter = self._crown(filled)
        filled.completed = self._completed(setup)
        self._check_cities()
        self._check_known()
        self._check_turn(filled)
        return None if self.faults else filled

    def _check_seats(self) -> None:
        position = self.position
        seats: list[tuple[int, tuple[str | int, ...]]] = [(seat, (f"P{seat}",)) for seat in position.players]
        seats += [(seat, ("completed", index)) for index, seat in enumerate(position.completed)]
        seats += [(position.at.seat, ("at",))] if position.at.seat is not None else []
        seats += [(position.crown, ("crown",))] if position.crown is not None else []
        seats += [(position.rest, ("rest",))] if position.rest is not None else []
        for seat, holding in position.players.items():
            seats += [(other, (f"P{seat}", "knows", f"P{other}")) for other in holding.knows]
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
        for mark in stated(position):
            yield MARKERS[mark.kind].character, mark.path[:1]
            if mark.character is not None:
                yield mark.character, mark.path
        if position.taxes:
            yield "tax_collector", ("taxes",)

    def _mentioned_cards(self) -> Iterator[tuple[District, tuple[str | int, ...]]]:
        position = self.position
        for seat, holding in position.players.items():
            for index, card in enumerate(holding.hand):
                yield card, (f"P{seat}", "hand", index)
            for index, standing in enumerate(holding.city):
                yield standing.district, (f"P{seat}", "city", index)
            for index, card in enumerate(holding.museum):
                yield card, (f"P{seat}", "museum", index)
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
            about = "cast" if self.position.cast else "at"
            self.fault(str(error), "round_limit" if error.rule == "round-limit" else about)
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
        spare = (*first, *self.tables.uniques)
        chosen += dict.fromkeys(card for card in spare if card not in chosen)
        return chosen[:wanted]

    def _deck(self, setup: Setup) -> tuple[list[District], list[District]]:
        """Return the deck (top last) and the cards that `rest` asks to put into a hand."""
        left = Counter(district_cards(setup))
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
        role = "witch" if self.resumed else at.character
        if at.seat is None or role is None or role in held[at.seat]:
            return
        if held[at.seat] and len(held) > 3:
            self.fault(f"P{at.seat} holds {held[at.seat][0]}, so it cannot act as {at.character}", "at")
        else:
            held[at.seat].append(role)

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
        marks = stated(position)
        needed = {MARKERS[mark.kind].character for mark in marks}
        needed |= {position.marks["bewitched"]} if self.resumed else set()
        marked = {mark.character for mark in marks}

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
        if at.point in ("selection", "theater"):
            return False
        now = self.rank(at.character) if at.character is not None else _ODD_POINT
        return self.rank(character) < now + (at.point == "turn")

    def silenced(self, character: Character) -> bool:
        """Tell whether a mark keeps `character` from answering its call."""
        return any(kind in SILENCED and one == character for kind, one in self.position.marks.items())

    def _crown(self, filled: Filled) -> tuple[int, int]:
        """Return who wears the crown, and who wore it when the round began."""
        crown = self.position.crown
        royal = next(character for character in filled.setup.cast if self.rank(character) == 4)
        seat = filled.holder(royal)
        if seat is None or not self.passed(royal) or self.silenced(royal):
            return crown or 0, crown or 0
        if royal not in TAKES_CROWN:
            return self._passed_on(filled, seat)
        if self.position.at.character == royal and self._under_threat(filled, royal, seat):
            return crown or 0, crown or 0
        if crown not in (None, seat):
            self.fault(f"P{seat} took the crown when {royal} was called", "crown")
        return seat, seat

    def _passed_on(self, filled: Filled, emperor: int) -> tuple[int, int]:
        """Return who got the crown from the Emperor, or from the Witch in that role, and who had it before."""
        position = self.position
        crown = position.crown or 0
        if position.at.character == "emperor" and "pass_crown" not in position.used:
            return crown, crown
        witch = filled.holder("witch") if position.marks.get("bewitched") == "emperor" else None
        giver = emperor if witch is None else witch
        if position.crown == giver:
            self.fault(f"P{giver} gave the crown to somebody else as emperor", "crown")
        return 1 if position.crown is None and giver == 0 else crown, giver

    def _marks(self, filled: Filled) -> list[Mark]:
        """Return all marks, and find those that cannot be."""
        held = [character for characters in filled.characters for character in characters]
        acted = frozenset(one for one in held if self.passed(one) and not self.silenced(one))
        marking = Marking(Table(self.position, filled.setup.cast, filled.characters, acted))
        marks = marking.marks()
        for sentence, path in marking.faults:
            self.fault(sentence, *path)
        bewitched = self.position.marks.get("bewitched")
        if self.resumed and bewitched is not None and filled.holder(bewitched) is None:
            self.fault(f"nobody holds {bewitched}, so the Witch does not go on in that role", "at")
        return marks

    def _completed(self, setup: Setup) -> list[int]:
        """Return who completed a city; it can be smaller now if a district that counts as several has left it."""
        position, size = self.position, setup.city_size
        counts = [self._city_size(seat) for seat in range(position.seats)]
        full = [seat for seat, count in enumerate(counts) if count >= size]
        for index, seat in enumerate(position.completed):
            if seat not in full and COUNTS_AS.keys().isdisjoint(setup.districts):
                self.fault(
                    f"P{seat} has {counts[seat]} districts and {size} complete a city", "completed", index
                )
        return [*position.completed, *(seat for seat in full if seat not in position.completed)]

    def _city_size(self, seat: int) -> int:
        """Return how many districts a city counts as (R8-02)."""
        return sum(COUNTS_AS.get(one.district, 1) for one in self.position.holding(seat).city)

    def _check_cities(self) -> None:
        for seat, holding in self.position.players.items():
            names = [standing.district for standing in holding.city]
            if not ALLOWS_DUPLICATES.isdisjoint(names):
                continue
            for index, name in enumerate(names):
                if name in names[:index]:
                    self.fault(f"{name} stands in the city of P{seat} twice", f"P{seat}", "city", index)

    def _check_known(self) -> None:
        """Find cards beneath a Museum that is not there, and knowledge of cards that are elsewhere."""
        for seat, holding in self.position.players.items():
            if holding.museum and not any(one.district == "museum" for one in holding.city):
                self.fault(f"there is no Museum in the city of P{seat}", f"P{seat}", "museum")
            for other, cards in holding.knows.items():
                hand = Counter(self.position.holding(other).hand)
                if other == seat:
                    self.fault("a player's own hand is always known", f"P{seat}", "knows", f"P{other}")
                elif other != self.position.rest and Counter(cards) - hand:
                    self.fault(f"P{other} does not hold all of them", f"P{seat}", "knows", f"P{other}")

    def _check_turn(self, filled: Filled) -> None:
        """Find what is said of a turn that is not in progress, or cannot be so."""
        position, at = self.position, self.position.at
        character, seat = at.character, at.seat
        if at.point != "turn" or character is None or seat is None:
            self._refuse_said(("gathered", *_AFTER_GATHERING), "no turn is in progress")
            return
        if self.silenced(character):
            self.fault(f"{character} has no turn this round", "at")
        self._check_course(filled, character, seat)
        limit = self.tables.characters[character].builds
        if position.builds is not None and not 0 <= position.builds <= limit:
            self.fault(f"the building limit is {limit}, so {position.builds} cannot be left", "builds")
        uses = self._uses(character, seat)
        for index, use in enumerate(position.used):
            if use not in uses:
                self.fault(f"{use} is none of {', '.join(sorted(uses)) or 'nothing'}", "used", index)

    def _check_course(self, filled: Filled, character: Character, seat: int) -> None:
        """Find what cannot be said of the turn of the Witch, of a bewitched or of a threatened character."""
        if character == "witch":
            self._refuse_said(
                _AFTER_GATHERING, "the Witch does nothing of the kind before her turn is resumed"
            )
            if "bewitched" in self.position.marks:
                self.fault("the turn of the Witch is on hold", "at")
        elif character == self.position.marks.get("bewitched") and not self.resumed:
            said = ("gathered", *_AFTER_GATHERING)
            self._refuse_said(said, f"the turn of {character} is over when it has gathered")
        if self._under_threat(filled, character, seat):
            self._refuse_said(_AFTER_GATHERING, f"the threat on {character} is settled first")

    def _under_threat(self, filled: Filled, character: Character, seat: int) -> bool:
        """Tell whether the seat, whose turn it is as `character`, has a threat of somebody else to settle."""
        return any(
            mark.kind == "threat" and mark.character == character and mark.seat != seat and not mark.shown
            for mark in filled.marks
        )

    def _refuse_said(self, names: Sequence[str], sentence: str) -> None:
        """Find each of these facts about a turn that the position states."""
        for name in names:
            said = getattr(self.position, name)
            if said is not None and said is not False and said != ():
                self.fault(sentence, name)

    def _uses(self, character: Character, seat: int) -> set[str]:
        """Return what the seat can use up in this turn."""
        verbs = list(ABILITIES.get(character, {}).values())
        for standing in self.position.holding(seat).city:
            verbs += DISTRICT_ACTIONS.get(standing.district, {}).values()
        lent = {LENDS_GOLD[character]} if character in LENDS_GOLD else set()
        return lent | {verb.use for verb in verbs if verb.use is not None}

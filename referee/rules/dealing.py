"""Who may have picked which character, as far as one seat can tell: one deal that fits all it has seen."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from protocol.cards import Character
from protocol.views import TableView
from referee.rules.determinize import called_in_vain
from referee.rules.frames import DiscardFacedown, Frame, HandStack, SetAsideRest
from referee.rules.state import State


class Deal(NamedTuple):
    """What every seat picked and put away, in order, and what was discarded facedown unseen.

    `swapped` is what a Theater exchanged between the two seats that the view names.
    """

    picks: list[list[Character]]
    put_away: list[list[Character]]
    facedown: list[Character]
    swapped: tuple[Character, Character] | None


class Place(NamedTuple):
    """A way out of the stack: a pick of `seat`, or facedown, put there by `seat` or unseen by anybody.

    `stretch` counts the stacks that the viewing seat was handed before.
    """

    seat: int | None
    picked: bool
    stretch: int


class Story(NamedTuple):
    """One way in which the selection may have gone.

    `holders` tells who has what was picked at each place, after the picks at the two places of `swapped` were
    exchanged. `unseen` is the place of the character that the last picker added to the stack, if so.
    """

    places: list[Place]
    holders: list[int | None]
    swapped: tuple[int, int] | None
    unseen: int


class Dealing:
    """Finds a deal for a view; `state` is at the start of the round and knows what has been called and shown.

    While the seat is `picking`, only what left the stack before concerns it.
    """

    def __init__(self, state: State, view: TableView, *, picking: bool) -> None:
        self.state = state
        self.view = view
        self.own = view.you
        self.picking = picking
        self._holders: dict[Character, int] = dict.fromkeys(self.own.characters, self.own.seat)
        for seat, player in enumerate(view.players):
            self._holders |= dict.fromkeys(player.characters, seat)
        self._holders |= {one.character: one.seat for one in self.own.known_characters}

    def deal(self) -> Deal | None:
        """Return a deal that fits the view, None when there is none."""
        for story in self._stories():
            taken = self._assign(story)
            if taken is not None:
                return self._told(story, taken)
        return None

    def _stories(self) -> Iterator[Story]:
        frames = self.state.stack[::-1]
        for unseen_picked in (False, True):
            places = self._places(frames, unseen_picked=unseen_picked)
            unseen = len(places) - 1 - unseen_picked
            holders = [place.seat if place.picked else None for place in places]
            if not self.view.swapped:
                yield Story(places, holders, None, unseen)
                continue
            one, other = self.view.swapped
            of_one, of_other = (
                [number for number, holder in enumerate(holders) if holder == seat] for seat in (one, other)
            )
            for mine, theirs in product(of_one, of_other):
                after = holders[:]
                after[mine], after[theirs] = other, one
                yield Story(places, after, (mine, theirs), unseen)

    def _places(self, frames: Iterable[Frame], *, unseen_picked: bool) -> list[Place]:
        """Return the ways out of the stack, in order, up to the pick that is asked for.

        Of the two characters of a last picker who adds the unseen one to the stack, either may be picked.
        """
        places: list[Place] = []
        stretch = 0
        added = False
        for frame in frames:
            match frame:
                case DiscardFacedown():
                    places.append(Place(None, False, stretch))
                case HandStack(seat=seat, discard=discard, with_facedown=back):
                    stretch += seat == self.own.seat
                    if back:
                        places.pop(0)
                        added = seat != self.own.seat
                    if self.picking and seat == self.own.seat and stretch == len(self.own.offers):
                        return places
                    places.append(Place(seat, True, 0 if added and unseen_picked else stretch))
                    if discard:
                        places.append(Place(seat, False, stretch))
                case SetAsideRest(seat=seat):
                    places.append(Place(seat, False, 0 if added and not unseen_picked else stretch))
                case _:
                    pass
        return places

    def _assign(self, story: Story) -> dict[int, Character] | None:
        """Return which character left by which place, a perfect matching, None when there is no way."""
        mine = self._own_places(story)
        characters = [one for one in self.state.setup.cast if one not in self.view.faceup]
        if self.picking:
            characters = [one for one in characters if one not in self.own.offers[-1]]
        ways = {one: self._ways(one, story, mine) for one in characters}
        taken: dict[int, Character] = {}

        def find(character: Character, tried: set[int]) -> bool:
            for number in ways[character]:
                if number not in tried:
                    tried.add(number)
                    if number not in taken or find(taken[number], tried):
                        taken[number] = character
                        return True
            return False

        return taken if all(find(one, set()) for one in characters) else None

    def _own_places(self, story: Story) -> dict[int, Character]:
        """Return what the seat itself picked, before a Theater exchanged one of them, and put away."""
        picked = list(self.own.characters)
        for given in self.own.known_characters:
            second = len(picked) > 1 and given.character in self.own.offers[1]
            picked[int(second)] = given.character
        picks, put_away = iter(picked), iter(self.own.set_aside)
        return {
            number: next(picks if place.picked else put_away)
            for number, place in enumerate(story.places)
            if place.seat == self.own.seat
        }

    def _ways(self, character: Character, story: Story, mine: dict[int, Character]) -> list[int]:
        """Return the places by which a character may have left the stack."""
        stretch = sum(character in offer for offer in self.own.offers)
        holder = self._holders.get(character)
        absent = called_in_vain(self.state, character)
        ways = []
        for number, place in enumerate(story.places):
            if number in mine:
                fits = mine[number] == character
            else:
                fits = place.stretch == stretch and character not in mine.values()
            if fits and holder in (None, story.holders[number]) and not (absent and place.picked):
                ways.append(number)
        return ways

    def _told(self, story: Story, taken: dict[int, Character]) -> Deal:
        seats = range(len(self.view.players))
        picks: list[list[Character]] = [[] for _ in seats]
        put_away: list[list[Character]] = [[] for _ in seats]
        facedown: list[Character] = []
        for number, place in enumerate(story.places):
            if place.seat is None:
                facedown.append(taken[number])
            else:
                (picks if place.picked else put_away)[place.seat].append(taken[number])
        if not facedown:
            facedown = [self.own.offers[-1][0] if self.picking else taken[story.unseen]]
        swapped = None if story.swapped is None else (taken[story.swapped[0]], taken[story.swapped[1]])
        return Deal(picks, put_away, facedown, swapped)

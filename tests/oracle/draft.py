"""The selection phase: discards, the stack that goes round, the special cases of 2, 3, 7 and 8 players, the Theater."""

from collections.abc import Sequence

from protocol.actions import Decline, Pick, SwapCharacters
from protocol.cards import Character
from protocol.events import (
    CharacterDiscarded,
    CharacterPicked,
    CharactersDiscarded,
    CharactersOffered,
    CharactersSwapped,
)
from tests.oracle.game import Game
from tests.oracle.table import Player
from tests.oracle.tables import FACEUP, LAST_TAKES_FACEDOWN, RANK

FACEDOWN = "One character is discarded facedown at random, seen by nobody."
OFFER = "A player looks at exactly the characters that are left to him."
LAST = "The last player discards the one unchosen character facedown."


def select(game: Game) -> None:
    """Check the selection phase, the exchange by the Theater included."""
    for player in game.players:
        player.characters.clear()
        player.shown.clear()
    seats = len(game.players)
    order = [game.players[(game.crown + step) % seats] for step in range(seats)]
    left = _discard_faceup(game)
    game.record.expect(CharacterDiscarded(), FACEDOWN)
    stack = _offer_after_random(game, order[0], left)
    facedown = next(character for character in left if character not in stack)
    if seats == 2:
        _two(game, order, stack)
    elif seats == 3:
        _three(game, order, stack)
    else:
        _around(game, order, stack, facedown)
    _theater(game)


def _discard_faceup(game: Game) -> list[Character]:
    """Return the characters that were not discarded faceup."""
    cast = game.setup.cast
    count = FACEUP[len(game.players), len(cast)]
    faceup = game.record.find(
        CharactersDiscarded, "Characters are discarded faceup before the selection."
    ).faceup
    rule = f"With {len(game.players)} players and {len(cast)} characters {count} are discarded faceup."
    fits = len(faceup) == count == len(set(faceup)) and set(faceup) <= set(cast)
    game.demand(fits, rule, f"{count} of {cast}", faceup)
    rule = "The rank 4 character cannot be among the faceup discarded cards."
    game.demand(4 not in [RANK[character] for character in faceup], rule, "other ranks", faceup)
    return [character for character in cast if character not in faceup]


def _offer_after_random(game: Game, player: Player, left: Sequence[Character]) -> list[Character]:
    """A random one of those left goes facedown; return the others, which are handed to a player."""
    event = game.record.find(CharactersOffered, OFFER, seat=player.seat, count=len(left) - 1)
    offered = list(event.characters or ())
    fits = set(offered) < set(left) and offered == _by_rank(set(offered)) and len(offered) == len(left) - 1
    game.demand(fits, OFFER, f"all but one of {left}, by rank", offered)
    return offered


def _by_rank(characters: set[Character]) -> list[Character]:
    return sorted(characters, key=lambda character: RANK[character])


def _offer(game: Game, player: Player, stack: list[Character]) -> None:
    game.record.expect(CharactersOffered(player.seat, len(stack), tuple(stack)), OFFER)


def _pick(game: Game, player: Player, stack: list[Character], puts_away: bool = False) -> None:
    """A player keeps one character of the stack; with two players he also puts one away."""
    action = game.record.answer(player.seat, "chooses a character", Pick)
    rule = "A player keeps one of the characters that he was handed."
    game.demand(action.character in stack, rule, f"one of {stack}", action.character)
    stack.remove(action.character)
    player.characters.append(action.character)
    game.record.expect(CharacterPicked(player.seat, action.character), rule)
    if puts_away:
        rule = "From the second choice on, each of two players also discards one character facedown."
        game.demand(action.discard in stack, rule, f"one of {stack}", action.discard)
        assert action.discard is not None
        stack.remove(action.discard)
        game.record.expect(CharacterDiscarded(player.seat, action.discard), rule)
    else:
        rule = "With this choice no character is put away."
        game.demand(action.discard is None, rule, "no discard", action.discard)


def _around(game: Game, order: Sequence[Player], stack: list[Character], facedown: Character) -> None:
    """Check the way of 4 to 8 players: the stack goes to the left, once."""
    for place, player in enumerate(order):
        if place:
            if player is order[-1] and (len(order), len(game.setup.cast)) in LAST_TAKES_FACEDOWN:
                stack = _by_rank({*stack, facedown})
            _offer(game, player, stack)
        _pick(game, player, stack)
    game.demand(len(stack) == 1, LAST, "one character left", stack)
    game.record.expect(CharacterDiscarded(order[-1].seat, stack[0]), LAST)


def _three(game: Game, order: Sequence[Player], stack: list[Character]) -> None:
    """Check the way of 3 players: twice round, a random one of five facedown in between."""
    for player in order:
        if player is not order[0]:
            _offer(game, player, stack)
        _pick(game, player, stack)
    rule = "After each of three players has chosen once, a random one of five characters goes facedown."
    game.record.expect(CharacterDiscarded(), rule)
    stack = _offer_after_random(game, order[0], stack)
    for player in order:
        if player is not order[0]:
            _offer(game, player, stack)
        _pick(game, player, stack)
    game.demand(len(stack) == 1, LAST, "one character left", stack)
    game.record.expect(CharacterDiscarded(order[-1].seat, stack[0]), LAST)


def _two(game: Game, order: Sequence[Player], stack: list[Character]) -> None:
    """Check the way of 2 players: four choices in turn, the first without putting one away."""
    _pick(game, order[0], stack)
    for player in (order[1], order[0], order[1]):
        _offer(game, player, stack)
        _pick(game, player, stack, puts_away=True)
    game.demand(not stack, "Nothing remains when two players have chosen.", "no characters", stack)


def _theater(game: Game) -> None:
    """Check the Theater: at the end of the selection its owner may exchange characters with an opponent."""
    owner = next((player for player in game.players if player.has("theater")), None)
    if owner is None:
        return
    action = game.record.answer(owner.seat, "may use his Theater", SwapCharacters, Decline)
    if not isinstance(action, SwapCharacters):
        return
    rule = "The owner of the Theater exchanges a character with an opponent."
    other = game.another(owner, action.seat, rule)
    if len(game.players) > 3:
        game.demand(action.character is None, rule, "the only character", action.character)
        given = owner.characters[0]
    else:
        rule = "With 2 or 3 players the owner of the Theater chooses which of his two characters he gives."
        game.demand(action.character in owner.characters, rule, owner.characters, action.character)
        assert action.character is not None
        given = action.character
    event = game.record.find(CharactersSwapped, rule, seat=owner.seat, other=other.seat, given=given)
    received = event.received
    game.note("Theater of 2 or 3 players", action.character is not None)
    game.demand(received in other.characters, rule, f"one of {other.characters}", received)
    assert received is not None
    owner.characters[owner.characters.index(given)] = received
    other.characters[other.characters.index(received)] = given

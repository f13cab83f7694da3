"""What the characters of ranks 1 to 3 may do, the Witch apart, who is a kind of turn rather than an act."""

from protocol.actions import (
    Action,
    Assassinate,
    Build,
    GiveCards,
    LookAtHand,
    Redraw,
    Rob,
    ServeWarrants,
    Spy,
    SwapHands,
    TakeCard,
    TakeFromAll,
    Threaten,
)
from protocol.cards import Character, District
from protocol.events import CharacterMarked, HandSeen, TypeNamed
from tests.oracle.abilities import Handler, use
from tests.oracle.building import build_from
from tests.oracle.game import Game
from tests.oracle.table import Marks, Player, Turn
from tests.oracle.tables import RANK, type_of


def _assassinate(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, Assassinate)
    use(game, turn, "assassinate", "assassin")
    rule = "The Assassin calls the name of another character of the game."
    others = [name for name in game.setup.cast if name != "assassin"]
    game.demand(action.character in others, rule, f"one of {others}", action.character)
    game.record.expect(CharacterMarked(turn.player.seat, "killed", action.character), rule)
    game.round.killed = action.character


def _serve_warrants(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, ServeWarrants)
    use(game, turn, "serve_warrants", "magistrate")
    assert isinstance(action.blank, tuple)
    named = [action.signed, *action.blank]
    rule = "The Magistrate assigns three warrants, one of them signed, to three different characters."
    fits = len(named) == 3 == len(set(named) & set(game.setup.cast))
    game.demand(fits, rule, "three characters of the game", named)
    game.round.warrants = Marks(turn.player.seat, dict.fromkeys(action.blank, "blank"))
    game.round.warrants.faces[action.signed] = "signed"
    _marked(game, game.round.warrants, "warrant", rule)


def _marked(game: Game, marks: Marks, mark: str, rule: str) -> None:
    """Pass over the events of markers, put down in any order."""
    assert mark in ("warrant", "threat")
    kind = "warrant" if mark == "warrant" else "threat"
    events = [CharacterMarked(marks.seat, kind, name, face) for name, face in marks.faces.items()]  # type: ignore[arg-type]
    game.record.gather(events, rule)


def _protected_names(game: Game) -> list[Character]:
    """Return the characters that may be neither robbed nor threatened."""
    out_of_turn = [name for name in (game.round.killed, game.round.bewitched) if name]
    return [name for name in game.setup.cast if RANK[name] == 1] + out_of_turn


def _rob(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, Rob)
    use(game, turn, "rob", "thief")
    rule = "The Thief names another character, but not rank 1, the killed or the bewitched one."
    barred = [*_protected_names(game), "thief"]
    fits = action.character in game.setup.cast and action.character not in barred
    game.demand(fits, rule, f"one of {game.setup.cast}, none of {barred}", action.character)
    game.record.expect(CharacterMarked(turn.player.seat, "robbed", action.character), rule)
    game.round.robbed, game.round.thief = action.character, turn.player.seat


def _spy(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, Spy)
    use(game, turn, "spy", "spy")
    rule = "The Spy names another player and a type, and looks at that hand."
    victim = game.another(turn.player, action.seat, rule)
    game.record.expect(TypeNamed(turn.player.seat, victim.seat, action.type), rule)
    _see_hand(game, turn, victim, rule)
    matches = sum(count for card, count in victim.hand.items() if type_of(card) == action.type)
    rule = "The Spy takes one gold from that stash for each matching card, as long as there is any."
    game.hand_over(victim, turn.player, min(matches, victim.gold), "spy", rule)
    game.gain_cards(turn.player, matches, "spy", "The Spy gains a card for each matching card.")


def _see_hand(game: Game, turn: Turn, victim: Player, rule: str) -> None:
    cards = tuple(sorted(victim.hand.elements()))
    game.record.expect(HandSeen(turn.player.seat, victim.seat, cards), rule)


def _threaten(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, Threaten)
    use(game, turn, "threaten", "blackmailer")
    rule = "The Blackmailer threatens two characters, but not rank 1, the killed or the bewitched one."
    named = {action.flowered, action.plain}
    fits = len(named) == 2 and named <= set(game.setup.cast) - set(_protected_names(game))
    game.demand(fits, rule, f"two of {game.setup.cast}, not {_protected_names(game)}", action)
    faces = Marks(turn.player.seat, {action.flowered: "flowered", action.plain: "plain"})
    game.round.threats = faces
    _marked(game, faces, "threat", rule)


def _swap_hands(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, SwapHands)
    use(game, turn, "swap_or_redraw", "magician")
    rule = "The Magician exchanges his hand with that of another player."
    magician, other = turn.player, game.another(turn.player, action.seat, rule)
    own, theirs = list(magician.hand.elements()), list(other.hand.elements())
    game.take_cards(other, magician, theirs, "magician", rule)
    game.take_cards(magician, other, own, "magician", rule)


def _redraw(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, Redraw)
    use(game, turn, "swap_or_redraw", "magician")
    assert isinstance(action.cards, tuple)
    rule = "The Magician discards cards of his hand beneath the deck and gains as many."
    game.demand(action.cards, rule, "at least one card", action)
    game.discard(turn.player, action.cards, "magician", rule)
    game.gain_cards(turn.player, len(action.cards), "magician", rule)


def _look_at_hand(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, LookAtHand)
    use(game, turn, "look_at_hand", "wizard")
    rule = "The Wizard looks at another player's hand."
    victim = game.another(turn.player, action.seat, rule)
    _see_hand(game, turn, victim, rule)
    if not victim.hand.total():
        return
    choice = game.record.answer(turn.player.seat, "takes a card of the hand he looks at", *(TakeCard, Build))
    if isinstance(choice, Build):
        build_from(game, turn, choice, victim)
    else:
        assert isinstance(choice, TakeCard)
        rule = "The Wizard chooses one of the cards that he looks at."
        game.take_cards(victim, turn.player, [choice.card], "wizard", rule)


def _take_from_all(game: Game, turn: Turn, action: Action) -> None:
    assert isinstance(action, TakeFromAll)
    use(game, turn, "take_from_all", "seer")
    rule = "The Seer takes a random card from each other player who has any."
    seer = turn.player
    victims = [other for other in game.others(seer) if other.hand.total()]
    for victim in victims:
        game.take_random_card(victim, seer, "seer", rule)
    if not victims:
        return
    answer = game.record.answer(seer.seat, "gives a card to each he took one from", GiveCards)
    rule = "The Seer gives one card of his hand to each player he took one from."
    assert isinstance(answer.cards, tuple)
    fits = sorted(answer.seats) == [victim.seat for victim in victims] and len(answer.cards) == len(victims)
    game.demand(fits, rule, f"a card for each of {[victim.seat for victim in victims]}", answer)
    for seat, card in zip(answer.seats, answer.cards, strict=True):
        cards: list[District] = [card]
        game.take_cards(seer, game.players[seat], cards, "seer", rule)


ACTS: dict[type[Action], Handler] = {
    Assassinate: _assassinate,
    ServeWarrants: _serve_warrants,
    Rob: _rob,
    Spy: _spy,
    Threaten: _threaten,
    SwapHands: _swap_hands,
    Redraw: _redraw,
    LookAtHand: _look_at_hand,
    TakeFromAll: _take_from_all,
}

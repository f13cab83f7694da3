"""A turn: what happens on the call, who may act when, what is left to do, and the end of the turn."""

from protocol.actions import (
    Action,
    Bewitch,
    Decline,
    EndTurn,
    GatherCards,
    GatherGold,
    PayBribe,
    RevealThreat,
)
from protocol.cards import Character
from protocol.events import (
    CharacterMarked,
    CharacterRevealed,
    MarkRemoved,
    MarkRevealed,
    TurnEnded,
    TurnHeld,
    TurnStarted,
)
from tests.oracle import building, high, low, middle, sites
from tests.oracle.abilities import Handler
from tests.oracle.game import Game
from tests.oracle.gathering import gather, must_gather
from tests.oracle.table import Player, Turn
from tests.oracle.tables import RANK, building_limit

ACTS: dict[type[Action], Handler] = {
    **building.ACTS,
    **low.ACTS,
    **middle.ACTS,
    **high.ACTS,
    **sites.ACTS,
}
"""What may be done in a turn besides gathering and ending it, and how it is checked."""


def take_turn(game: Game, player: Player, character: Character) -> None:
    """Check the turn of the player who was called."""
    rule = "The player who has the called character reveals it."
    game.record.expect(CharacterRevealed(player.seat, character), rule)
    player.shown.append(character)
    if RANK[character] == 4:
        game.round.crowned_rank_shown_by = player.seat
    turn = _start(game, player, character)
    _robbery(game, player, character)
    if character == game.round.bewitched:
        _take_crown(game, turn)
        must_gather(game, turn)
        game.note("Witch bewitched her own character", player.seat == game.round.witch)
        rule = "The bewitched player gathers resources and his turn immediately ends."
        game.record.expect(TurnEnded(player.seat, character), rule)
        _resume(game, character)
    elif character == "witch":
        _bewitch(game, turn)
    else:
        _threat(game, turn)
        _take_crown(game, turn)
        _shelter(game, turn)
        _act_freely(game, turn)


def _start(game: Game, player: Player, character: Character, resumed: bool = False) -> Turn:
    rule = "A turn starts with the building limit of its character."
    limit = building_limit(character)
    game.record.expect(TurnStarted(player.seat, character, limit, resumed), rule)
    game.turn_of = player.seat
    return Turn(player, character, limit, gathered=resumed)


def _robbery(game: Game, player: Player, character: Character) -> None:
    if character == game.round.robbed and game.round.thief is not None:
        rule = "When the robbed character is revealed, the Thief takes all of its player's gold."
        game.hand_over(player, game.players[game.round.thief], player.gold, "thief", rule)


def _take_crown(game: Game, turn: Turn) -> None:
    """The King and the Patrician must take the crown, bewitched or not, as soon as no threat is to be resolved."""
    if turn.character in ("king", "patrician"):
        game.move_crown(turn.player, "The King or Patrician takes the crown as soon as he may act.")


def _shelter(game: Game, turn: Turn) -> None:
    """From now on the rank 8 character cannot touch the districts of whoever plays the Bishop."""
    if turn.character == "bishop":
        game.round.sheltered = turn.player.seat


def _bewitch(game: Game, turn: Turn) -> None:
    """The Witch gathers, names a character, and waits."""
    must_gather(game, turn)
    seat = turn.player.seat
    action = game.record.answer(seat, "must bewitch a character", Bewitch)
    rule = "The Witch must call the name of another character, which is bewitched."
    others = [name for name in game.setup.cast if name != "witch"]
    game.demand(action.character in others, rule, f"one of {others}", action.character)
    game.record.expect(CharacterMarked(seat, "bewitched", action.character), rule)
    game.round.bewitched, game.round.witch = action.character, seat
    game.record.expect(TurnHeld(seat), "Then the Witch's turn is put on hold.")


def _resume(game: Game, character: Character) -> None:
    """The Witch goes on as if she were playing the bewitched character, having gathered before."""
    assert game.round.witch is not None
    turn = _start(game, game.players[game.round.witch], character, resumed=True)
    _shelter(game, turn)
    _act_freely(game, turn)


def _threat(game: Game, turn: Turn) -> None:
    """A threatened player gathers at once, then bribes the Blackmailer or risks a reveal."""
    face = game.round.threats.faces.get(turn.character)
    if face is None or game.round.threats.seat == turn.player.seat:
        return
    must_gather(game, turn)
    game.note("threat of a Witch as Blackmailer resolved", game.round.bewitched == "blackmailer")
    game.note(
        "threat and signed warrant on one turn", game.round.warrants.faces.get(turn.character) == "signed"
    )
    player, blackmailer = turn.player, game.players[game.round.threats.seat]
    bribe = game.record.answer(player.seat, "pays a bribe or not", PayBribe, Decline)
    if isinstance(bribe, PayBribe):
        rule = "A bribe is half of the gold, rounded down."
        game.hand_over(player, blackmailer, player.gold // 2, "blackmailer", rule)
        rule = "A bribe removes the threat without revealing it."
        game.record.expect(MarkRemoved("threat", turn.character), rule)
        return
    answer = game.record.answer(blackmailer.seat, "reveals the threat or not", RevealThreat, Decline)
    if isinstance(answer, RevealThreat):
        rule = "The Blackmailer may reveal the threat of a player who did not bribe."
        game.record.expect(MarkRevealed("threat", turn.character, face), rule)
        game.note(f"{face} threat revealed")
        if face == "flowered":
            rule = "The flowered threat revealed, the Blackmailer takes all gold."
            game.hand_over(player, blackmailer, player.gold, "blackmailer", rule)


def _act_freely(game: Game, turn: Turn) -> None:
    """Check all that a player does until he ends his turn."""
    kinds: tuple[type[Action], ...] = (GatherGold, GatherCards, EndTurn, *ACTS)
    while True:
        action = game.record.answer(turn.player.seat, f"acts as the {turn.character}", *kinds)
        if isinstance(action, EndTurn):
            break
        if isinstance(action, GatherGold | GatherCards):
            gather(game, turn, action)
        else:
            ACTS[type(action)](game, turn, action)
    _end(game, turn)


def _end(game: Game, turn: Turn) -> None:
    """A turn ends with its duties done; then the Poor House and the Park give, and the Alchemist last."""
    player = turn.player
    rule = "A player must gather resources before his turn ends."
    game.demand(turn.gathered, rule, "gathering", "the end of the turn")
    rule = "The Emperor must give the crown away during his turn."
    passed = turn.character != "emperor" or "pass_crown" in turn.used
    game.demand(passed, rule, "giving the crown", "the end of the turn")
    game.note(
        "Poor House of an Alchemist",
        player.has("poor_house") and not player.gold and turn.character == "alchemist",
    )
    if player.has("poor_house") and not player.gold:
        game.gain_gold(player, 1, "poor_house", "The Poor House gives one gold to an empty stash.")
    if player.has("park") and not player.hand.total():
        game.gain_cards(player, 2, "park", "The Park gives two cards to an empty hand.")
    if turn.character == "alchemist":
        rule = "The Alchemist receives back all gold that he paid to build this turn."
        game.gain_gold(player, turn.refundable, "alchemist", rule)
    game.record.expect(TurnEnded(player.seat, turn.character), "The turn is over.")

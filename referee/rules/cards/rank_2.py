"""Rank 2. Thief: all gold of a character. Spy: a look into a hand. Blackmailer: threats."""

from collections.abc import Iterator

from protocol import events
from protocol.actions import AnyAction, Decline, PayBribe, RevealThreat, Rob, Spy, Threaten
from protocol.cards import DISTRICT_TYPES, Character
from referee.rules import changes
from referee.rules.cards.marks import barred_for_rank_2, check_in_cast
from referee.rules.cards.opportunity import opportunity
from referee.rules.editions import EDITIONS
from referee.rules.engine import Events
from referee.rules.errors import IllegalAction
from referee.rules.frames import AskBribe, AskGather, AskReveal, AskTurn, FinishTurn, Frame
from referee.rules.moments import MARKED_COURSE, ON_MARKED_REVEAL
from referee.rules.state import Mark, State
from referee.rules.turn import Barrier, Verb, ability

# Thief


def _thief_barred(state: State, character: Character) -> tuple[str, str] | None:
    if character == "thief":
        return "thief-not-own-character", "The Thief names another character."
    return barred_for_rank_2(state, character, "thief")


def _rob_options(state: State, _seat: int) -> Iterator[AnyAction]:
    return (Rob(character) for character in state.setup.cast if not _thief_barred(state, character))


def _check_rob(state: State, _seat: int, action: Rob) -> None:
    check_in_cast(state, action.character, "thief-names-victim", "/character")
    barred = _thief_barred(state, action.character)
    if barred:
        raise IllegalAction("bad_target", barred[0], barred[1], "/character")


def _rob(state: State, seat: int, action: Rob, out: Events) -> None:
    changes.mark(state, Mark("robbed", action.character, seat), out)


def _take_all(state: State, seat: int, mark: Mark, out: Events) -> None:
    """At the reveal, before the victim does anything; oneself is not robbed (THF-01, THF-04, THF-06)."""
    changes.take_gold(state, mark.seat, seat, state.seats[seat].gold, "thief", out)


ability("thief", Rob, Verb(_rob_options, _check_rob, _rob, use="rob"))
ON_MARKED_REVEAL["robbed"] = _take_all


# Spy


def _spy_options(state: State, seat: int) -> Iterator[AnyAction]:
    for other in range(len(state.seats)):
        if other != seat:
            for kind in DISTRICT_TYPES:
                yield Spy(other, kind)


def _check_spy(state: State, seat: int, action: Spy) -> None:
    """Any other player, with cards or without (SPY-05)."""
    if action.seat == seat or action.seat >= len(state.seats):
        raise IllegalAction(
            "bad_target", "spy-chooses-other-player", "The Spy chooses another player.", "/seat"
        )


def _spy(state: State, seat: int, action: Spy, out: Events) -> None:
    """Type and player are named, then the hand is seen; gold as far as there is any (SPY-01, SPY-02)."""
    cards = EDITIONS[state.setup.edition].districts
    victim = state.seats[action.seat]
    matches = sum(cards[card].type == action.type for card in victim.hand)
    out.append(events.TypeNamed(seat, action.seat, action.type))
    changes.see_hand(state, seat, action.seat, out)
    changes.take_gold(state, seat, action.seat, min(matches, victim.gold), "spy", out)
    changes.gain_cards(state, seat, matches, "spy", out)


ability("spy", Spy, Verb(_spy_options, _check_spy, _spy, use="spy"))


# Blackmailer


def _threat_targets(state: State) -> list[Character]:
    return [one for one in state.setup.cast if not barred_for_rank_2(state, one, "blackmailer")]


def _threaten_options(state: State, _seat: int) -> Iterator[AnyAction]:
    targets = _threat_targets(state)
    for flowered in targets:
        for plain in targets:
            if plain != flowered:
                yield Threaten(flowered, plain)


def _check_threaten(state: State, _seat: int, action: Threaten) -> None:
    """Two different characters; the Blackmailer's own is legal and in vain (BLK-01, BLK-02)."""
    for character, path in ((action.flowered, "/flowered"), (action.plain, "/plain")):
        check_in_cast(state, character, "blackmailer-assigns-two", path)
        barred = barred_for_rank_2(state, character, "blackmailer")
        if barred:
            raise IllegalAction("bad_target", barred[0], barred[1], path)
    if action.flowered == action.plain:
        raise IllegalAction(
            "bad_target", "blackmailer-different-tokens", "Each threat needs its own character.", "/plain"
        )


def _threaten(state: State, seat: int, action: Threaten, out: Events) -> None:
    """In the order of the cast, so that the order does not tell which one is flowered."""
    for character in state.setup.cast:
        if character == action.flowered:
            changes.mark(state, Mark("threat", character, seat, "flowered"), out)
        elif character == action.plain:
            changes.mark(state, Mark("threat", character, seat, "plain"), out)


def _threatened_course(_state: State, seat: int, mark: Mark, opening: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """Gather, settle the threat, then the rest of the turn; no threat to oneself (BLK-04, BLK-18, BLK-20)."""
    if mark.seat == seat:
        return ()
    return (AskGather(seat), AskBribe(seat, mark.character), *opening, AskTurn(seat), FinishTurn())


def _threat(state: State, character: Character) -> Mark:
    mark = state.marked("threat", character)
    assert mark is not None, f"{character} is not threatened"
    return mark


def _answer_bribe(state: State, ask: AskBribe, action: PayBribe | Decline, out: Events) -> None:
    """Half the gold, rounded down, and the threat goes away unseen (BLK-06 to BLK-08)."""
    threat = _threat(state, ask.character)
    if isinstance(action, Decline):
        state.then(AskReveal(threat.seat, ask.character))
        return
    changes.take_gold(state, threat.seat, ask.seat, state.seats[ask.seat].gold // 2, "blackmailer", out)
    changes.remove_mark(state, threat, out)


def _answer_reveal(state: State, ask: AskReveal, action: RevealThreat | Decline, out: Events) -> None:
    """The flower takes all gold, the plain lace nothing (BLK-09, BLK-10)."""
    if isinstance(action, Decline):
        return
    threat, victim = _threat(state, ask.character), state.active().seat
    changes.show_mark(state, threat, out)
    if threat.face == "flowered":
        changes.take_gold(state, ask.seat, victim, state.seats[victim].gold, "blackmailer", out)


ability("blackmailer", Threaten, Verb(_threaten_options, _check_threaten, _threaten, use="threaten"))
opportunity(
    AskBribe,
    PayBribe(),
    _answer_bribe,
    Barrier(
        build="blackmailer-threat-blocks-building",
        district="blackmailer-threat-blocks-district-effects",
        ability="blackmailer-threat-blocks-abilities",
        end="blackmailer-threat-blocks-abilities",
    ),
    "The threat comes first: bribe or not.",
)
opportunity(
    AskReveal,
    RevealThreat(),
    _answer_reveal,
    Barrier(*["blackmailer-reveal-optional"] * 4),
    "The threat is turned up or not.",
)
MARKED_COURSE["threat"] = _threatened_course

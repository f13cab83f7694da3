"""Rank 9. Queen: gold beside rank 4. Artist: beautify districts. Tax Collector: gold from all who build."""

from collections import Counter
from collections.abc import Iterator

from protocol.actions import AnyAction, Beautify, Choose, CollectTaxes
from protocol.cards import District
from referee.rules import changes
from referee.rules.cards.extra import Claim, extra_gold
from referee.rules.cards.marks import acting, holder, rank
from referee.rules.engine import Events
from referee.rules.errors import IllegalAction
from referee.rules.moments import AT_ROUND_END, ON_BUILT
from referee.rules.state import State
from referee.rules.turn import Verb, ability

# Queen

QUEEN_GOLD = 3


def _beside_rank_4(state: State, seat: int) -> bool:
    """Tell whether a neighbour of `seat` has shown the rank 4 character (QUE-01, QUE-02, QUE-04)."""
    royal = next(character for character in state.setup.cast if rank(state, character) == 4)
    players = len(state.seats)
    return holder(state, royal) in ((seat - 1) % players, (seat + 1) % players)


def _late_gold(state: State, out: Events) -> None:
    """A killed rank 4 character is shown only now; the Queen gets her gold now (QUE-03, QUE-09)."""
    queen = acting(state, "queen")
    killed = any(mark.kind == "killed" and rank(state, mark.character) == 4 for mark in state.marks)
    if queen is not None and killed and _beside_rank_4(state, queen):
        changes.gain_gold(state, queen, QUEEN_GOLD, "queen", out)


extra_gold("queen", QUEEN_GOLD, claim=Claim(_beside_rank_4, "queen-three-gold-adjacent"))
AT_ROUND_END["queen"] = _late_gold


# Artist

MOST = 2


def _plain(state: State, seat: int) -> list[District]:
    return sorted(placed.district for placed in state.seats[seat].city if not placed.beautified)


def _beautify_options(state: State, seat: int) -> Iterator[AnyAction]:
    plain = _plain(state, seat)
    most = min(MOST, len(plain), state.seats[seat].gold)
    if most:
        yield Beautify(Choose(tuple(plain), 1, most))


def _check_beautify(state: State, seat: int, action: Beautify) -> None:
    """One or two own districts that bear no gold yet, one gold each (ART-01 to ART-03)."""
    named = action.districts
    if isinstance(named, Choose):
        raise IllegalAction(
            "not_spelled_out", "artist-beautify-up-to-two", "The districts are to be listed.", "/districts"
        )
    if not 1 <= len(named) <= MOST:
        raise IllegalAction(
            "bad_cards", "artist-beautify-up-to-two", "One or two districts are beautified.", "/districts"
        )
    missing = Counter(named) - Counter(_plain(state, seat))
    if missing:
        _refuse_missing(state, seat, next(iter(missing)))
    if len(named) > state.seats[seat].gold:
        raise IllegalAction(
            "unaffordable", "artist-one-gold-each", "Each district takes one gold.", "/districts"
        )


def _refuse_missing(state: State, seat: int, district: District) -> None:
    if state.seats[seat].has(district):
        raise IllegalAction(
            "bad_cards", "artist-once-per-district", f"{district} is beautified already.", "/districts"
        )
    raise IllegalAction(
        "not_in_city", "artist-beautify-up-to-two", f"P{seat} has no {district} in its city.", "/districts"
    )


def _beautify(state: State, seat: int, action: Beautify, out: Events) -> None:
    assert not isinstance(action.districts, Choose), f"{action} was not checked"
    for district in action.districts:
        city = state.seats[seat].city
        placed = next(one for one in city if one.district == district and not one.beautified)
        changes.beautify(state, seat, placed, out)


ability("artist", Beautify, Verb(_beautify_options, _check_beautify, _beautify, use="beautify"))


# Tax Collector


def _tax_options(state: State, _seat: int) -> Iterator[AnyAction]:
    if state.taxes:
        yield CollectTaxes()


def _check_taxes(state: State, _seat: int, _action: CollectTaxes) -> None:
    if not state.taxes:
        raise IllegalAction(
            "nothing_to_gain", "tax-collector-takes-all", "There is no gold on the token.", "/kind"
        )


def _collect_taxes(state: State, seat: int, _action: CollectTaxes, out: Events) -> None:
    changes.collect_taxes(state, seat, out)


def _tax_builder(state: State, seat: int, out: Events) -> None:
    """In whose city it rose pays, if there is gold left, but for the Tax Collector's own turn (TAX-01 to TAX-08)."""
    turn = state.active()
    exempt = turn.character == "tax_collector" and turn.seat == seat
    if not exempt and state.seats[seat].gold:
        changes.pay_tax(state, seat, out)


ability("tax_collector", CollectTaxes, Verb(_tax_options, _check_taxes, _collect_taxes, use="collect_taxes"))
ON_BUILT["tax_collector"] = _tax_builder

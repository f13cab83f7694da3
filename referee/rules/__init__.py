"""The rules of Citadels: pure, without clock, input or output.

Read in this order: `state`, `frames`, `engine` (the machine), `moments` (where cards hook in), `flow` (a
round), `draft`, `turn`, `gather`, `build`, `scoring`, then any card under `cards/`, then `view` (what a seat
may see), `determinize` and `imagine`.
"""

from referee.rules import build, flow, gather, scoring
from referee.rules.cards import BUILT
from referee.rules.casting import draw_setup, preset_name
from referee.rules.catalogue import Card, card, card_id
from referee.rules.determinize import determinize
from referee.rules.engine import apply, check, digest, fallback, options, pending
from referee.rules.errors import IllegalAction, RulesError, SetupError
from referee.rules.imagine import ImaginationError, imagine
from referee.rules.scoring import ScoreLine, account
from referee.rules.setup import PRESETS, ROUND_LIMIT, make_setup, new_game, preset
from referee.rules.state import State
from referee.rules.view import concerned, for_others, for_seat, view

RULES = (flow, gather, build, scoring)
"""The modules that register what the engine runs."""

__all__ = [
    "BUILT",
    "PRESETS",
    "ROUND_LIMIT",
    "Card",
    "IllegalAction",
    "ImaginationError",
    "RulesError",
    "ScoreLine",
    "SetupError",
    "State",
    "account",
    "apply",
    "card",
    "card_id",
    "check",
    "concerned",
    "determinize",
    "digest",
    "draw_setup",
    "fallback",
    "for_others",
    "for_seat",
    "imagine",
    "make_setup",
    "new_game",
    "options",
    "pending",
    "preset",
    "preset_name",
    "view",
]

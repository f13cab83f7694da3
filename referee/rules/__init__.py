"""The rules of Citadels: pure, without clock, input or output; a library for whoever writes bots.

A game is a `State` that waits for an answer of one seat. Everything random follows from the seed.

>>> from referee.rules import (
...     apply, determinize, for_seat, new_game, options, pending, preset, view,
... )
>>> state, events = new_game(preset("first-game", seats=4), seats=4, seed="a game")
>>> ask = pending(state)
>>> ask.seat, ask.decision
(1, 'pick')

`options` lists the legal answers, `apply` carries one out, or raises `IllegalAction` and changes nothing. It
returns what happened, as nobody at the table sees all of it; `for_seat` takes out what a seat may not know.

>>> legal = options(state)
>>> legal[0]
Pick(character='thief', discard=None)
>>> for event in apply(state, ask.seat, legal[0]):
...     print(for_seat(event, 0))
CharacterPicked(seat=1, character=None)
CharactersOffered(seat=2, count=4, characters=None)

`view` is the table as a seat sees it, the `view` of a request. `determinize` deals what a seat cannot know anew,
and a copy shares nothing with the state: with both, a bot can try out what an action leads to. Where an option is a
template for several cards, `complete` takes its first selection.

>>> view(state, seat=0).you.hand
('castle', 'dragon_gate', 'harbor', 'harbor')
>>> guess = determinize(state, 0, "a guess")
>>> view(guess, 0) == view(state, 0)
True
>>> from protocol.actions import complete
>>> trial = guess.copy()
>>> while ask := pending(trial):
...     _ = apply(trial, ask.seat, complete(options(trial)[0]))
>>> [score.total for score in trial.scores]
[22, 8, 11, 25]
>>> pending(state).decision
'pick'

A bot has no state but a view of it: `imagine` makes a state that fits. To understand the rules themselves, read in
this order: `state`, `frames`, `engine` (the machine), `moments` (where cards hook in), `flow` (a round), `draft`,
`turn`, `gather`, `build`, `scoring`, then any card under `cards/`, then `view` (what a seat may see),
`determinize` and `imagine`.
"""

from referee.rules import build, flow, gather, scoring
from referee.rules.cards import BUILT
from referee.rules.casting import draw_setup, preset_name
from referee.rules.catalogue import Card, card, card_id
from referee.rules.determinize import determinize
from referee.rules.engine import apply, check, digest, fallback, options, pending
from referee.rules.errors import IllegalAction, RulesError, SetupError
from referee.rules.imagine import ImaginationError, imagine
from referee.rules.scoring import ScoreLine, tally
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
    "tally",
    "view",
]

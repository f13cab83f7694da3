"""Citadels for those who train bots: a PettingZoo AEC environment over the rules.

    from referee.env import env

    table = env(preset="vicious-nobles", players=5)

Read in this order: `spelling` (an action as a sequence of words out of a fixed vocabulary), `observation` (a view as
an array), `aec` (the environment). Needs the extra `rl`.
"""

from referee.env.aec import Citadels, env
from referee.env.observation import LAYOUT, encode
from referee.env.spelling import WORDS, Spelling

__all__ = ["LAYOUT", "WORDS", "Citadels", "Spelling", "encode", "env"]

"""The environment: an agent a seat, who chooses one word of an action at a time."""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from protocol.messages import Setup
from protocol.views import TableView
from referee import rules
from referee.env.observation import HIGHEST, SIZE, encode
from referee.env.rendering import table_text
from referee.env.spelling import WORDS, Spelling

Observation: TypeAlias = dict[str, Any]
"""An array of numbers, `observation`, and one of the words that may be said, `action_mask`."""
RenderMode: TypeAlias = Literal["ansi", "human"]


def env(
    preset: str = "first-game",
    players: int = 4,
    *,
    cast: Sequence[str] = (),
    districts: Sequence[str] = (),
    render_mode: RenderMode | None = None,
) -> AECEnv[str, Observation, np.int64]:
    """Return an environment that refuses what is out of turn and ends the game of an agent that breaks its mask.

    `players` is 2 to 8. `cast` and `districts` take the place of the preset's. Raises rules.SetupError for what
    cannot be in a box together.
    """
    setup = _setup(preset, players, cast, districts)
    table: AECEnv[str, Observation, np.int64] = Citadels(setup, players, render_mode=render_mode)
    table = wrappers.TerminateIllegalWrapper(table, illegal_reward=-1)
    table = wrappers.AssertOutOfBoundsWrapper(table)
    return wrappers.OrderEnforcingWrapper(table)


def _setup(preset: str, players: int, cast: Sequence[str], districts: Sequence[str]) -> Setup:
    ready = rules.preset(preset, players)
    if not cast and not districts:
        return ready
    return rules.make_setup(players, cast or ready.cast, districts or ready.districts)


class Citadels(AECEnv[str, Observation, np.int64]):
    """A game of Citadels.

    An observation holds the array of `observation.encode` and a mask over the words of `spelling.WORDS`. Decisions
    and words that leave no choice are taken by themselves. The reward comes at the end: from 1 for the first place
    to -1 for the last, evenly spaced, so that those of a game sum to 0.
    """

    metadata = {  # noqa: RUF012 - the base class declares it for instances
        "name": "citadels_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, setup: Setup, players: int, *, render_mode: RenderMode | None = None) -> None:
        super().__init__()
        self.setup = setup
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seeds = np.random.default_rng()
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(len(WORDS)) for agent in self.possible_agents}

    @staticmethod
    def _observation_space() -> Dict:
        return Dict(
            {
                "observation": Box(0, HIGHEST, (SIZE,), np.int16),
                "action_mask": Box(0, 1, (len(WORDS),), np.int8),
            }
        )

    def observation_space(self, agent: str) -> Space[Observation]:
        """Return the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[np.int64]:
        """Return the space of words, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. All that is random follows from the last seed given and the number of resets since.

        `options={"deal": TEXT}` deals the game of that text instead: the `seed` in the header of a replay.
        """
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        deal = (options or {}).get("deal") or self._seeds.bytes(16).hex()
        self.state_of_game, _ = rules.new_game(self.setup, self.max_num_agents, deal)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, int]] = {agent: {} for agent in self.agents}
        self._ask()

    def step(self, action: np.int64) -> None:
        """Let the selected agent say one word of its action. Raises ValueError for a word its mask excludes."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._spelling.say(int(action))
        if self._spelling.finished:
            rules.apply(self.state_of_game, self._seat[agent], self._spelling.action())
            self._ask()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _ask(self) -> None:
        """Go on to the next agent with a choice, or to the end of the game."""
        state = self.state_of_game
        while (ask := rules.pending(state)) is not None:
            self._spelling = Spelling(rules.options(state), ask.seat, self.max_num_agents)
            self._decision = ask.decision
            if not self._spelling.finished:
                self.agent_selection = self.possible_agents[ask.seat]
                return
            rules.apply(state, ask.seat, self._spelling.action())
        self._end()

    def _end(self) -> None:
        scores = self.state_of_game.scores
        assert scores is not None, "a game ends with scores"
        step = 2 / (self.max_num_agents - 1)
        for agent, seat in self._seat.items():
            self.rewards[agent] = 1 - step * (scores[seat].rank - 1)
            self.infos[agent] = {"score": scores[seat].total, "rank": scores[seat].rank}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def view(self, agent: str) -> TableView:
        """Return the table as the agent sees it, in the Structs of the protocol: for encodings of your own."""
        return rules.view(self.state_of_game, self._seat[agent])

    def observe(self, agent: str) -> Observation:
        """Return the table as the agent sees it, and which words it may say now: none while another is asked."""
        mask = np.zeros(len(WORDS), np.int8)
        asked = agent == self.agent_selection and not self.terminations[agent]
        if asked:
            mask[self._spelling.legal] = 1
        decision = self._decision if asked else None
        said = self._spelling.words if asked else ()
        return {"observation": encode(self.view(agent), self.setup, decision, said), "action_mask": mask}

    def render(self) -> str | None:
        """Return the table as text with render mode `ansi`, print it with `human`."""
        text = table_text(self.view(self.agent_selection), self._spelling.words)
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201 - what the mode is for
        return None

    def close(self) -> None:
        """Nothing is held open."""

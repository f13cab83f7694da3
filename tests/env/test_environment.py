"""The environment as those meet it who train: PettingZoo's own tests, the mask, rewards and reproducibility."""

import numpy as np
import pytest
from gymnasium.spaces import Discrete
from pettingzoo.test import api_test, render_test, seed_test

from referee.env import LAYOUT, WORDS, Citadels, encode, env
from referee.rules import PRESETS, SetupError, determinize, digest, new_game, preset, view

TABLES = [
    (name, players) for number, name in enumerate(PRESETS) for players in (2 + number, (number + 4) % 7 + 2)
]


def speak(table, rng):
    """Say a random word of the mask for whoever is asked; yield every observation that was answered."""
    for _agent in table.agent_iter():
        observation, _reward, over, _cut, _info = table.last()
        if over:
            table.step(None)
            continue
        yield observation
        table.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))


@pytest.mark.filterwarnings("ignore:Observation (space for each agent|is not a NumPy array):UserWarning")
@pytest.mark.parametrize("players", [2, 5])
def test_the_environment_passes_the_api_test(players):
    api_test(env(players=players), num_cycles=500, verbose_progress=False)


def test_the_environment_passes_the_seed_test():
    seed_test(lambda: env("devious-dignitaries", 3), num_cycles=200)


def test_the_environment_passes_the_render_test(capsys):
    render_test(lambda render_mode=None: env(render_mode=render_mode))
    assert "cards in the deck" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_mask_is_never_empty_and_every_game_ends_with_its_places(name, players):
    table = env(name, players)
    table.reset(seed=players)
    rewards = {}
    rng = np.random.default_rng(players)
    for agent in table.agent_iter():
        observation, reward, over, cut, info = table.last()
        assert not cut
        assert table.observation_space(agent).contains(observation)
        if over:
            assert not observation["action_mask"].any()
            rewards[agent] = reward
            assert reward == pytest.approx(1 - 2 * (info["rank"] - 1) / (players - 1))
            table.step(None)
            continue
        assert observation["action_mask"].sum() >= 2, "a word without a choice is not asked for"
        others = set(table.agents) - {agent}
        assert not any(table.observe(other)["action_mask"].any() for other in others)
        table.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert len(rewards) == players
    assert sum(rewards.values()) == pytest.approx(0)


def test_a_word_that_the_mask_excludes_ends_the_game_at_that_agents_cost():
    table = env()
    table.reset(seed=1)
    offender = table.agent_selection
    mask = table.observe(offender)["action_mask"]
    table.step(int(np.flatnonzero(mask == 0)[0]))
    assert all(table.terminations.values())
    assert table._cumulative_rewards[offender] == -1


def test_without_wrappers_such_a_word_is_refused_and_changes_nothing():
    table = Citadels(preset("first-game", 4), 4)
    table.reset(seed=1)
    before = table.observe(table.agent_selection)
    with pytest.raises(ValueError, match="'done' cannot follow"):
        table.step(WORDS.index("done"))
    after = table.observe(table.agent_selection)
    assert (before["observation"] == after["observation"]).all()
    assert (before["action_mask"] == after["action_mask"]).all()


def test_the_same_seed_deals_the_same_games_and_another_seed_others():
    def games(seed):
        table, rng = env(players=3), np.random.default_rng(0)
        table.reset(seed=seed)
        first = [observation["observation"].tobytes() for observation in speak(table, rng)]
        table.reset()
        return first, next(speak(table, rng))["observation"].tobytes()

    assert games(5) == games(5)
    assert games(5)[0][0] != games(6)[0][0]
    assert games(5)[0][0] != games(5)[1], "the next game is another one"


SPIES = ["witch", "spy", "wizard", "emperor", "cardinal", "alchemist", "navigator", "diplomat", "artist"]
MUSEUMS = [
    *("armory", "basilica", "factory", "framework", "ivory_tower", "keep", "library"),
    *("monument", "museum", "observatory", "park", "quarry", "statue", "theater"),
]


def test_a_deal_of_a_recorded_game_can_be_dealt_again():
    table = env()
    table.reset(seed=1, options={"deal": "the deal"})
    state, _ = new_game(preset("first-game", 4), 4, "the deal")
    assert [table.unwrapped.view(agent) for agent in table.agents] == [view(state, seat) for seat in range(4)]


def test_every_part_of_an_observation_tells_something():
    """Each part is different from zero at some moment; what is known of others, at some distance."""
    told = set()
    tables = [
        env(players=4),
        *(env(name, 8) for name in PRESETS),
        *[env(players=8, cast=SPIES, districts=MUSEUMS)] * 3,
    ]
    rng = np.random.default_rng(1)
    for seed, table in enumerate(tables):
        table.reset(seed=seed)
        for observation in speak(table, rng):
            numbers = observation["observation"]
            told |= {part for part, where in LAYOUT.items() if part not in told and numbers[where].any()}
    rare = ("known_hand", "known_characters", "beneath_museum")
    assert {part for part in set(LAYOUT) - told if not part.endswith(rare)} == set()
    assert all(any(part.endswith(name) for part in told) for name in rare)


def test_an_observation_shows_no_more_than_the_view():
    """Two games that a seat cannot tell apart look the same to it."""
    setup = preset("cunning-agents", 5)
    state, _ = new_game(setup, 5, "leak")
    other = determinize(state, 0, "another deal")
    assert digest(state) != digest(other)
    assert (encode(view(state, 0), setup) == encode(view(other, 0), setup)).all()


def test_the_space_of_words_is_one_for_all():
    table = env(players=7)
    assert all(table.action_space(agent) == Discrete(len(WORDS)) for agent in table.possible_agents)


def test_a_cast_that_cannot_be_is_refused_by_its_rule():
    with pytest.raises(SetupError, match="Queen needs 5"):
        env(
            players=4,
            cast=[
                "assassin",
                "thief",
                "magician",
                "king",
                "bishop",
                "merchant",
                "architect",
                "warlord",
                "queen",
            ],
        )

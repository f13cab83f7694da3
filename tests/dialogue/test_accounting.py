"""The points at the end are explained to the last one."""

import re
from random import Random

import pytest

from protocol.actions import complete
from referee import rules
from referee.dialogue import explained
from referee.match import play_game, read_replay
from referee.rules.moments import SCORE, SCORE_FROM_HAND
from referee.scenario import load_index
from tests.dialogue.person import NAMES
from tests.match.fakes import game, players


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_lines_add_up_to_the_score(seats):
    kinds = set()
    for seed in map(str, range(6)):
        dice = Random(seed)
        state, _ = rules.new_game(rules.draw_setup(seats, seed), seats, seed)
        while (ask := rules.pending(state)) is not None:
            rules.apply(state, ask.seat, complete(dice.choice(rules.options(state))))
        for seat, score in enumerate(state.scores):
            lines = list(rules.tally(state, seat).lines())
            kinds |= {line.kind for line in lines}
            assert sum(line.points for line in lines) == score.total
            assert sum(line.points for line in lines if line.kind == "district") == score.districts
            assert sum(line.points for line in lines if line.kind in ("unique", "hand")) == score.unique
    assert {"district", "first"} <= kinds


def test_every_line_cites_a_rule_that_there_is():
    bonuses = [*SCORE.values(), *SCORE_FROM_HAND.values()]
    assert {
        *(bonus.rule for bonus in bonuses),
        "SCR-01",
        "SCR-02",
        "SCR-04",
        "END-06",
        "END-07",
        "TIE-01",
    } <= load_index().ids


@pytest.mark.parametrize(("seats", "preset"), [(3, "first-game"), (5, "devious-dignitaries")])
def test_everybody_is_explained_from_the_winner_on(seats, preset):
    record = play_game(game(seats, cards=preset), players(seats))
    names = NAMES[:seats]
    text = "\n".join(line.plain for line in explained(read_replay(record.replay), names))
    heads = re.findall(r"^(?:The winner|Place (\d)): (.*)$", text, re.MULTILINE)
    assert [int(place or 1) for place, _ in heads] == sorted(record.ranks)
    assert {name for _, name in heads} == set(names)
    totals = [int(total) for total in re.findall(r"^ +(\d+)  in all$", text, re.MULTILINE)]
    assert totals == [record.scores[names.index(name)].total for _, name in heads]
    parts = text.split("in all")
    for part, total in zip(parts, totals, strict=False):
        points = [int(one) for one in re.findall(r"^ +(\d+)  .*\[[A-Z]+-\d+\]$", part, re.MULTILINE)]
        assert sum(points) == total

"""`kill -9` in the middle of a run. `make soak` does the same at a hundred moments."""

import random
from itertools import count

import pytest

from tests.durability.program import Moment, assert_whole, struck_and_resumed

VICTIMS = ("referee", "worker", "everything")


@pytest.mark.slow
@pytest.mark.parametrize("victim", VICTIMS)
@pytest.mark.parametrize("commits", [1, 4])
def test_what_is_killed_is_resumed_to_the_same_bytes(undisturbed, tmp_path, victim, commits):
    for attempt in count():
        folder = tmp_path / str(attempt)
        moment = Moment(commits, random.uniform(0, 0.1))
        print(f"{victim} struck at {moment}")
        if blow := struck_and_resumed(folder, victim, moment):
            assert_whole(folder, blow.printed, undisturbed.results, undisturbed.digest)
            return

"""Every change of play shows here as a difference that a person reads and means."""

from itertools import zip_longest

import pytest

from tests.golden.playthrough import SEATS, golden_file, playthrough


@pytest.mark.parametrize("seats", SEATS)
def test_the_playthrough_is_the_golden_one_line_by_line(seats):
    golden = golden_file(seats).read_text(encoding="utf-8").splitlines()
    for number, (expected, actual) in enumerate(zip_longest(golden, playthrough(seats)), 1):
        assert actual == expected, f"{golden_file(seats).name}:{number}"

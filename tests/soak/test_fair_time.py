"""The short form of the soak: fewer games, and limits that a busy machine keeps."""

from tests.soak import fair_time


def test_nobody_loses_on_time_with_more_workers_than_processors(tmp_path):
    fairness = fair_time.play(tmp_path / "run", games=4, move_ms=2_000)
    assert (fairness.games, fairness.faults, fairness.warned) == (4, 0, True)
    assert 1_600 <= fairness.most_ms < 2_000

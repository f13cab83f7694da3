from pathlib import Path
from typing import NamedTuple

import pytest

from tests.durability.program import digest, done, new_run, results


class Undisturbed(NamedTuple):
    """A run that nothing happened to: its folder, its results and their digest."""

    folder: Path
    results: bytes
    digest: str


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory) -> Undisturbed:
    folder = tmp_path_factory.mktemp("undisturbed") / "run"
    printed = done(new_run(folder)).stdout
    return Undisturbed(folder, results(folder), digest(printed))

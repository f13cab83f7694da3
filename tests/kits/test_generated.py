"""The types in the kits follow from the Structs."""

import pytest

from protocol.kits import GENERATED, source
from tests.kits.table import KITS


@pytest.mark.parametrize("name", GENERATED)
def test_the_file_in_the_repository_is_what_the_structs_say(name):
    assert (KITS / name).read_text(encoding="utf-8") == source(GENERATED[name]), "run `make schema`"

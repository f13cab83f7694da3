import hashlib

import pytest

from referee.tournament.seeds import fresh_seed, public_seed


def test_digits_that_were_drawn_in_public_are_the_seed():
    digits = "0xABCDEF0123456789ABCDEF0123456789AB"
    assert public_seed(digits) == digits.removeprefix("0x").lower()


def test_of_a_file_its_hash_is_the_seed(tmp_path):
    beacon = tmp_path / "beacon.json"
    beacon.write_bytes(b'{"round": 1}')
    assert public_seed(str(beacon)) == hashlib.sha256(b'{"round": 1}').hexdigest()


@pytest.mark.parametrize("source", ["abc", "", "0123456789abcdef" * 2 + "g"])
def test_anything_else_is_no_public_seed(source):
    with pytest.raises(
        ValueError, match="neither a file that can be read nor at least 32 hexadecimal digits"
    ):
        public_seed(source)


def test_fresh_seeds_are_long_and_different():
    assert len({fresh_seed() for _ in range(100)}) == 100
    assert all(len(fresh_seed()) == 32 for _ in range(10))

"""Unique districts that protect from rank 8: Great Wall, Keep."""

from referee.rules.moments import PROTECTED_DISTRICT, SURCHARGE
from referee.rules.state import Placed


def _great_wall(_placed: Placed) -> int:
    """One gold more for every other district of the city (R8-04)."""
    return 1


SURCHARGE["great_wall"] = _great_wall
PROTECTED_DISTRICT["keep"] = "R8-03"

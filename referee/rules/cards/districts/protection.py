"""Unique districts that protect: the Keep."""

from referee.rules.moments import PROTECTED_DISTRICT

PROTECTED_DISTRICT["keep"] = "R8-03"

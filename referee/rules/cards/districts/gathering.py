"""Unique districts that matter when resources are gained: Gold Mine, Library, Observatory, School of Magic."""

from referee.rules.moments import (
    COUNTS_FOR_INCOME,
    GATHER_EXTRA_CARDS,
    GATHER_EXTRA_GOLD,
    GATHER_KEEP_ALL,
)

GATHER_EXTRA_GOLD["gold_mine"] = 1
GATHER_EXTRA_CARDS["observatory"] = 1
GATHER_KEEP_ALL.add("library")
COUNTS_FOR_INCOME.add("school_of_magic")

"""A second opinion: an independent checker of finished games of the 2016 edition, slow and literal.

It is written from the rulebook and the rulings, and shares with the rules engine nothing but the ids of cards
and the forms of actions and events. It reads the record of a game, every action with the unredacted events that
came of it, as a player at the table would read the rulebook: `rounds`, `draft` and `turns` are the procedure in
its order, `building`, `low`, `middle`, `high` and `sites` what may be done in a turn, `scoring` the end. Each asks
the `record` for the one event that must come next; `table` and `game` keep what lies where.
"""

from tests.oracle.check import Summary, check_game
from tests.oracle.record import Objection, Step

__all__ = ["Objection", "Step", "Summary", "check_game"]

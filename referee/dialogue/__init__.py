"""A person at the table: what is said to them and how their words become actions; no terminal, no clock.

Read `conversation` first; `words` names things, `menu` makes long lists short, `drawing` shows the table,
`accounting` explains the points.
"""

from referee.dialogue.accounting import explained
from referee.dialogue.conversation import Conversation, LeftError, Terminal

__all__ = ["Conversation", "LeftError", "Terminal", "explained"]

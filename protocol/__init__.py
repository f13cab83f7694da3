"""The wire between `referee` and a bot: cards, actions, events, views, messages and the session.

Everything a bot author needs is here and nothing of the referee itself. `SPEC.md` describes the same
in prose; `schema.json` is generated from the Structs.
"""

VERSION = 1
"""The protocol version this package speaks, agreed on in `hello`."""

"""What a bot can reach: the modes of the sandbox, from nothing held back to nothing in sight.

| module | what it does |
|---|---|
| `modes` | the modes by name, and what each needs |
| `limits` | the numbers: memory, files, descriptors, processes |
| `tether` | ties a bot's life to the referee's, takes privileges away and sets limits; `guard` does so by itself |
| `scratch` | the private folder of a bot, removed whatever happens |
"""

from referee.bots.sandbox.modes import DEFAULT, MODES, Enclosure, Mode, Sandbox, enclose

__all__ = ["DEFAULT", "MODES", "Enclosure", "Mode", "Sandbox", "enclose"]

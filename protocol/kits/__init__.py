"""Types for bots in other languages, written from the Structs of the protocol.

`model` describes the Structs in a few words that every language has, one module for each language turns them into
source, and `generate` says which file gets what. `python -m protocol.kits` writes all files anew.
"""

from protocol.kits.generate import GENERATED, source

__all__ = ["GENERATED", "source"]

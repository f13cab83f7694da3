"""How a language spells a type, or the function that reads one."""

from collections.abc import Mapping
from typing import NamedTuple

from protocol.kits.model import Many, Maybe, Plain, Ref, Type, Words


class Spelling(NamedTuple):
    """The words of a language; `{}` in them stands for what is inside, or for the name of the record."""

    plain: Mapping[Plain, str]
    many: str
    maybe: str
    ref: str

    def of(self, type_: Type) -> str:
        """Return the spelling of a type; a choice of words is a text. Raises TypeError for one of several types."""
        match type_:
            case Plain():
                return self.plain[type_]
            case Words():
                return self.plain[Plain.TEXT]
            case Many(of=inner):
                return self.many.format(self.of(inner))
            case Maybe(of=inner):
                return self.maybe.format(self.of(inner))
            case Ref(name=name):
                return self.ref.format(name)
            case _:
                raise TypeError(f"no word for {type_}")

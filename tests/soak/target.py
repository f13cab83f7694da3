"""One door as a target of atheris: `python -m tests.soak.target DOOR [OPTION OF LIBFUZZER...] CORPUS...`"""

import sys

import atheris

with atheris.instrument_imports(include=["protocol", "referee", "yaml"]):
    from tests.fuzz.doors import DOORS

if __name__ == "__main__":
    enter = DOORS[sys.argv.pop(1)]
    atheris.Setup(sys.argv, enter)
    atheris.Fuzz()

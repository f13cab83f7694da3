"""`python -m referee.hostile NAME [MARK]`: one of the bots; MARK is a file for the time of its misdeed."""

import sys

from referee.hostile.behaviours import BEHAVIOURS
from referee.hostile.honest import honest

if __name__ == "__main__":
    {**BEHAVIOURS, "honest": honest}[sys.argv[1]]()

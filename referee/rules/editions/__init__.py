"""What is in the box, edition by edition."""

from referee.rules.editions.tables import Edition
from referee.rules.editions.y2016 import EDITION as Y2016

EDITIONS: dict[str, Edition] = {"2016": Y2016}

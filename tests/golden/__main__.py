"""Write the golden files anew; look at the difference before keeping it."""

from tests.golden.playthrough import SEATS, golden_file, playthrough

for seats in SEATS:
    text = "".join(line + "\n" for line in playthrough(seats))
    golden_file(seats).write_text(text, encoding="utf-8")

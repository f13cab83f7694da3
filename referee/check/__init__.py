"""Is a program a good bot? A referee that is nasty, but within the protocol, tries it clause by clause.

Read `clauses` (what is demanded), then `bench` (a bot on trial, and what was said), then the probes of each level:
`speaks`, `plays`, `robust`, `deterministic`; `trial` tries them all, `junit` writes the outcome for other tools.
"""

from referee.check.clauses import CLAUSES, LEVELS, Clause, Level
from referee.check.junit import junit_xml
from referee.check.trial import Finding, Trial, try_bot

__all__ = ["CLAUSES", "LEVELS", "Clause", "Finding", "Level", "Trial", "junit_xml", "try_bot"]

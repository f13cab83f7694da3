"""Is a rule that is broken noticed? The rules' code is altered in small ways, and the scenarios are run.

`python -m tests.mutants` (or `make mutants`) tells which alterations no scenario notices. `operators` says what is
altered, `sites` where, `laboratory` runs the scenarios against each mutant in a process of its own, `report` counts.
`equivalent.toml` lists the mutants that change nothing, each with the reason.

The working tree is never touched: it is copied, and mutants exist in memory only.
"""

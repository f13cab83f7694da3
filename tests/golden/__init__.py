"""Whole games as text, which a person can read and a diff can judge. `python -m tests.golden` writes them anew."""

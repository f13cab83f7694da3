"""Recorded games with one rule broken, to show that the checker objects."""

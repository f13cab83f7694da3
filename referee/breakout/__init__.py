"""What the modes of the sandbox hold back, found out by trying; `referee selftest sandbox` shows it."""

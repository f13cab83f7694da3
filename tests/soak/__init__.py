"""What takes minutes or hours: `make soak` runs all of it, `make soak SOAK="kill_points --points 10"` one part.

Each module has a docstring, and `main(words)`, which returns the exit status.
"""

"""The unique districts, one module for each moment at which they matter."""

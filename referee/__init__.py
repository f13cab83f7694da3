"""A headless referee for bot competitions in the card game Citadels."""

__version__ = "0.1.0"

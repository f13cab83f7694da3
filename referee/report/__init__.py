"""The report of a run as one web page, and the viewer of its games."""

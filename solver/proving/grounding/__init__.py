"""A grounder of our own, and ground programs brought to one form, to check clingo's by."""

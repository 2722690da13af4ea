"""Saves and logs of VASSAL: what lies on their map, given without who put it there."""

SAVES = (".vsav", ".vlog")
"""What the names of saves and logs end with."""

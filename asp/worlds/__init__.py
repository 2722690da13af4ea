"""Worlds in which the rules are examined: legal positions, properties, accepted findings."""

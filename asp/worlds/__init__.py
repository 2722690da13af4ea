"""Worlds in which the law is examined: legal positions, properties, accepted findings."""

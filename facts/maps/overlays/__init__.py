"""Overlays (A2.7): their archives read, their pictures placed, placed and given of."""

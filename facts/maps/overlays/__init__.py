"""Overlays (A2.7): their archives read, their pictures placed, laid and told of."""

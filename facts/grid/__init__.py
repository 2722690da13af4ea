"""The grid: coordinates, hexes, hexsides and vertices, from numbers alone."""

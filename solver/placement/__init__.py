"""What the rules read of hexes and pieces, the Locations they add, what may be placed where."""

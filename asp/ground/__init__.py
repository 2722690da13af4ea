"""Rules of what is there: terrain that a hex holds, buildings, Locations."""

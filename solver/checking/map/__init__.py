"""Checks of the map: names, terrain, edges, special rules and areas (S01 to S03, S06, S07)."""

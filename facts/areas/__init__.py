"""Areas of a map as scenarios tell them: sentences read into values, and values as hexes of a board."""

"""Checks of what a card says of its map: S01 to S03, S06, S07."""

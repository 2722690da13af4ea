"""Lines over hexes that are drawn as outlines."""

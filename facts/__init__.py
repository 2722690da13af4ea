"""The world: boards, Locations and sight lines, turned into facts."""

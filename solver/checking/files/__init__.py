"""Checks of a card against the files beside it: archives of boards, the save, counter limits."""

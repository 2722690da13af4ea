"""How a scenario may go: who comes where by when, what bars the way, and whether it can be won."""

"""What checks of a design are decided by, beside the rules of play."""

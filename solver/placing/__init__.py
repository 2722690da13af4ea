"""What may lie or stand where."""

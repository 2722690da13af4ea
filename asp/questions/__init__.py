"""What questions call that which the law says."""

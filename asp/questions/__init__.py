"""What questions call that which the rules say."""

"""What comes from outside, and what may be asked."""

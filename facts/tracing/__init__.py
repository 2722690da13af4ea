"""What lines of sight touch, and what moves pass, as facts."""

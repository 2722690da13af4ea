"""Actions and attacks put to the rules, and their answers."""

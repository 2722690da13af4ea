"""What the law derives of moves, read as text, and in many worlds at once."""

"""Changes of terrain: words and their meaning, and what they do to drawings and facts."""

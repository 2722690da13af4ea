"""Maps of several boards: told by a configuration, and joined edge to edge."""

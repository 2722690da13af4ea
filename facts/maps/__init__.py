"""Maps of several boards: given by a configuration, and joined edge to edge."""

"""Any question about a board, in one world or in families of worlds, and its certificate."""

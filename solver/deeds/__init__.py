"""Cases beside the board: may this be done, and what does that attack come to."""

"""Cases that come with the program: positions with a question and its answer."""

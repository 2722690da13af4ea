"""The page that the server gives: static files, no code."""

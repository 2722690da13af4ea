"""The page and its HTTP server."""

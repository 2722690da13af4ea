"""Moves and paths: the law asked, the cheapest found, and what bars them."""

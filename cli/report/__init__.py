"""Reports of scenarios examined, as people read them."""

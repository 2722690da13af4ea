"""Lines over boards that are drawn as pixels."""

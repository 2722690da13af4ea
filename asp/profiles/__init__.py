"""Entry files: what is asked for together."""

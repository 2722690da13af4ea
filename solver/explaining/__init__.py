"""Explains what a stratified program says: why an atom is true, and why another one is not."""

"""Colours, signs and how a term is drawn."""

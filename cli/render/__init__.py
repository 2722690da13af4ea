"""Draws boards and answers, and writes them to the terminal: text, SVG, PNG."""

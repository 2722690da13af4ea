"""Answers about lines of sight: one line, who sees a Location, every pair."""

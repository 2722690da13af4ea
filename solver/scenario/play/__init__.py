"""Checks of turns, journeys and victory: S15 to S19."""

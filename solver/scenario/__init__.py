"""Scenario cards opened and checked."""

"""Sight."""

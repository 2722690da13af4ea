"""Worlds of lines of sight."""

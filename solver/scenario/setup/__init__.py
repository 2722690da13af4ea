"""Checks of setup, entry and first sight: S08 to S14, S20."""

"""Checks of how a scenario sets up, sees at the start and enters: S08 to S14, S20."""

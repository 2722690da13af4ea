"""Commands about any question."""

"""Answer."""

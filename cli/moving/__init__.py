"""Commands about movement."""

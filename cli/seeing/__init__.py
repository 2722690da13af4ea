"""Commands about lines of sight."""

"""Lines of sight: what blocks, hinders and shelters."""

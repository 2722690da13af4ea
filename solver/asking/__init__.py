"""Questions in one language: which, exists, all, count, min, max, always, never."""

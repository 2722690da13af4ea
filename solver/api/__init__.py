"""What users of the library import."""

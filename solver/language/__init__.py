"""The question language, whatever it is about."""

"""The language of questions: read, and checked before anything is solved."""

"""House rules that come with the program (docs/howto/amending.md)."""

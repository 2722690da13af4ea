"""House rules that come with the program (docs/amending.md)."""

"""The commands, by group: each reads its arguments, asks a Position, and shows the answer."""

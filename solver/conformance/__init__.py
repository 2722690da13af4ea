"""Cases, and other programs that answer rules questions, held against the rules."""

"""Programs from outside: only what is on a list is let in, and runs under limits."""

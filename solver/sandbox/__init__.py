"""Work under limits of time and memory: child processes and threads."""

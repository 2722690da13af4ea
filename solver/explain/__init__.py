"""Why something is so, and why not: derivations from rules and facts."""

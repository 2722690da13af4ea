"""Numbers and flags of the rulebooks, as cited facts."""

"""Ground programs as clauses, and their proofs."""

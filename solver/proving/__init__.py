"""Proofs for the answers of ground programs: certificates that are checked without a logic solver."""

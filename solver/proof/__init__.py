"""Certificates: ground programs, clauses, proofs, and what checks them."""

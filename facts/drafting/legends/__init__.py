"""Legends of maps whose pictures have colours of their own: what each colour shows."""

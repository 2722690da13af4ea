"""Worlds of attacks: an attack on a target, and positions made of them."""

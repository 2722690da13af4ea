"""Tests; a package of its own, as libraries install one of this name."""

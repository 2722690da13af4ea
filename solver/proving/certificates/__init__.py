"""Certificates: written to a folder, and checked from it alone."""

"""Boards read from pictures alone: drafts, the legends of their colours, and checks against data."""

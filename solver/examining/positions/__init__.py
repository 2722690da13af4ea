"""Worlds turned into positions as users have them, which the shipped program is asked about again."""

"""Saves and logs of VASSAL: what lies on their map, told without who put it there."""

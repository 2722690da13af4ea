"""A rule set that is no wargame (docs/howto/other_rules.md)."""

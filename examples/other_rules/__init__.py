"""A rule set that is no wargame, with facts and another program for it (docs/howto/other_rules.md)."""

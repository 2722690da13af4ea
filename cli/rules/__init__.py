"""Commands about deeds, attacks and the register of rules."""

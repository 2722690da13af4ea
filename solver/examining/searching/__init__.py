"""Searches of worlds: one class after the other, by clingo or by clauses, kept, certified, explained."""

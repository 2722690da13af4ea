"""The law amended: house rules read and checked, rules repealed or replaced."""

"""The law: its files, its citations, and the law without some of its rules."""

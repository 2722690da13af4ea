"""Rules, terms and literals of a program that is to be explained."""

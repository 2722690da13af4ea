"""Files from outside: fact files and VASL board archives, read trusting nothing in them."""

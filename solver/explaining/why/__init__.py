"""Why an atom is true."""

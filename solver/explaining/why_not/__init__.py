"""Why an atom is not true."""

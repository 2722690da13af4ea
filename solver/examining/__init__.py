"""The law examined: what in it contradicts, is silent, or is never heard, in bounded worlds."""

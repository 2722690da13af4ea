"""The search of bounded positions, repairs, and differences between two rule sets."""

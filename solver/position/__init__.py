"""What a user names: boards with their counters, Locations, and where units are."""

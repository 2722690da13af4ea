"""The rules read, sliced and grounded; house rules let in."""

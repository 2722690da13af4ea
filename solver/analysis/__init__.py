"""The rules examined in bounded positions: what `rules check` and `rules diff` find."""

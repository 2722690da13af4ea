"""Board data checked: what an archive's metadata and pixels tell that is wrong or odd."""

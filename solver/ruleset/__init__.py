"""Questions to any rule set that is handed over as a folder."""

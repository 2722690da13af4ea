"""What the law has said of situations on lines of sight: decided once, kept on disk, shipped."""

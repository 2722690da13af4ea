"""What knows no game: errors, files and sizes, facts as text, kernels, the cache on disk."""

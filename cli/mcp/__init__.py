"""The server for assistants, by the Model Context Protocol."""

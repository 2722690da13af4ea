"""Commands, pictures, reports, the page and the server for assistants; nothing is decided here."""

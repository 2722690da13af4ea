"""A local server: a page in the browser, and every question as JSON."""

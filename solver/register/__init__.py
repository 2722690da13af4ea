"""The register of rules: every paragraph of the documents, what decides it, and what holds it."""

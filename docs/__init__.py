"""The documents, the register of paragraphs, and the schema of answers."""

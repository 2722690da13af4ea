"""The shape of answers as JSON, declared once: docs/answer.schema.json is made of it."""

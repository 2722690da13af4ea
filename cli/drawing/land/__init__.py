"""The land: what outlines, pixels and fills show."""

"""The court: joins law and facts, asks, and returns answers with reasons."""

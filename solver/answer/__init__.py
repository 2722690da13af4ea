"""The one shape of answers: questions and arguments as tables, types of JSON, words."""

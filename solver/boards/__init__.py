"""Answers about boards, maps, saves and drafts."""

"""Terms for terrain: their parts, and how a drawing names them."""

from __future__ import annotations


def term_parts(term: str) -> tuple[str, tuple[str, ...]]:
    """Take a term apart: ``building(stone,1)`` is building of stone and 1."""
    head, _, inside = term.partition("(")
    return head, tuple(part.strip(' "') for part in inside.rstrip(")").split(",") if part)


def term_text(term: str) -> str:
    """Write a term for a reader."""
    head, arguments = term_parts(term)
    words = head.replace("_", " ")
    return f"{words} ({', '.join(arguments)})" if arguments else words

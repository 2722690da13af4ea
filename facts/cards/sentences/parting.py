"""Parts a text into its sentences, and takes out what adds nothing to them: references, reasons."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from hexcourt.facts.areas.reading_sentences import without_asides

_NOT_UNDERSTOOD = re.compile(r"\[not understood: ([^\[\]]*)\]")
_END = re.compile(r"(?<!\b[A-Z]\.[A-Z])\.+(?=\s|$)|;")
_REFERENCE = re.compile(
    r"\(\s*(?:(?:[A-Z]|FB|PB|RB)\d*\.?\d[\d.]*(?:\s*[,;&]\s*)?)+\s*\)"
    r"|\(\s*(?:own words|shortened|sic)\s*\)"
    r"|\[\s*(?:[A-Z]|FB|PB|RB)\d*\.\d[\d.]*\s*\]"
)
_PREFACE = re.compile(
    r"\s*(?:"
    r"(?:(?:as )?per|by|under|according to)\s+(?:the\s+)?"
    r"(?:(?:scenario\s+)?(?:special rules?|SSR|SR|rules?)|victory conditions?|VC|NOTES?|"
    r"scenario card)\b\s*(?:\d+[a-z]?(?:\.\d+)*)?\s*[,:.]?"
    r"|(?:SSR|SR|VC|special rules?|victory conditions?)\s*\d*[a-z]?(?:\.\d+)*\s*[:.)]"
    r"|\(?\d{1,2}[.)](?=\s)|[-*\u2022](?=\s)"
    r"|(?:also|additionally|in addition|furthermore|note that)\b\s*[,:]?|note\s*:"
    r"|for this scenario(?: only)?\s*,|in this scenario\s*,|during this scenario\s*,"
    r")\s*",
    re.IGNORECASE,
)
"""What a sentence may begin with: where it is told, and numbers of a list."""

_REASON = re.compile(r"\s*((?:due to|because of|owing to|to simulate)\s+[a-z' -]{1,60}),\s*", re.I)
_SO = re.compile(r",\s*(?:and\s+)?(so (?:are|is|they|it|have|has|cost|costs)\b.*)$", re.I)


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence without what adds nothing to it; ``told`` is what that was, ``partly`` what was
    marked as not understood.
    """

    text: str
    told: tuple[str, ...] = ()
    partly: tuple[str, ...] = ()


def sentences_of(text: str) -> Iterable[Said]:
    """Part a text into sentences."""
    bare, asides = without_asides(text)
    bare = _without_preface(_REFERENCE.sub(" ", bare))
    begin = 0
    for end in [*(match.span() for match in _END.finditer(bare)), (len(bare), len(bare))]:
        said = _said(bare[begin : end[0]], asides)
        begin, asides = end[1], ()
        if said.text or said.partly:
            yield said


def _said(text: str, asides: tuple[str, ...]) -> Said:
    partly = tuple(each.strip() for each in _NOT_UNDERSTOOD.findall(text))
    text = _without_preface(_NOT_UNDERSTOOD.sub(" ", text))
    told = [match[1] for match in (_REASON.match(text), _SO.search(text)) if match]
    text = _SO.sub("", _REASON.sub("", text, count=1) if _REASON.match(text) else text)
    return Said(" ".join(text.split()), (*asides, *told), partly)


def _without_preface(text: str) -> str:
    while match := _PREFACE.match(text):
        text = text[match.end() :]
    return text


def kept(words: str) -> str:
    """Write words that are not understood so that they can be put between brackets."""
    told = " ".join(words.split()).translate(str.maketrans("[];", "(),")).strip(" ,.")
    return re.sub(r"\.+(?=\s|$)", ",", told)

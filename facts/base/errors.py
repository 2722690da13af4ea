"""The errors that input and rules can cause, and how their sentences list things."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable

from hexcourt.facts.base.patterns import pattern

# --- Text from outside, made safe to print --------------------------------------------------------


_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
"""Categories of characters that do not show, or that change how others show."""

LONGEST_NAME = 80
LONGEST_SENTENCE = 1_200
_CUT = " ... "


def visible(text: str, kept: str = "") -> str:
    """Write characters that do not show, or turn the direction of others, by their numbers."""
    if text.isprintable():
        return text
    return "".join(each if each in kept else _escaped(each) for each in text)


def visible_json(text: str) -> str:
    """Make a JSON text visible: what does not show is written as JSON escapes it."""
    if text.isascii() and "\x7f" not in text:  # JSON itself escapes the others
        return text
    return "".join(each if each == "\n" else _escaped_json(each) for each in text)


def shown(text: str, most: int = LONGEST_NAME) -> str:
    """Make a name or a sentence visible, on one line, its middle left out where it is too long."""
    some = text if len(text) <= 4 * most else text[: 2 * most] + text[-2 * most :]
    whole = visible(some)
    if len(whole) <= most:
        return whole
    last = most // 3
    return whole[: most - last - len(_CUT)] + _CUT + whole[-last:]


def quoted(text: str, most: int = LONGEST_NAME) -> str:
    """Show text between quotation marks: ``repr`` would write its escapes once more."""
    mark = '"' if "'" in text and '"' not in text else "'"
    return f"{mark}{shown(text, most)}{mark}"


def shown_value(value: object) -> str:
    """Write a value of TOML or JSON so that it fits into a sentence; None is what was left out."""
    return "missing" if value is None else repr(value)[:60]


def _escaped(each: str) -> str:
    if unicodedata.category(each) not in _UNSEEN:
        return each
    number = ord(each)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _escaped_json(each: str) -> str:
    return each if unicodedata.category(each) not in _UNSEEN else json.dumps(each)[1:-1]


_OBJECT = pattern(r"<[\w.<> ]+ at 0x[0-9a-fA-F]+>")
"""How Python shows an object that has no words of its own, as libraries do in what they say."""


_ENDLESS = pattern(r"[^\s,;]{400,}")


class BadInput(ValueError):
    """Input that cannot be used: one sentence names the thing, the place and the mend.

    It may quote what was put in, so that what does not show is made visible.
    """

    def __str__(self) -> str:
        """Write the sentence, on one line, without the middle of words of endless length."""
        sentence = _OBJECT.sub("an object", super().__str__())
        return visible(_ENDLESS.sub(lambda word: shown(word[0]), sentence))


class RuleError(RuntimeError):
    """A program of the rules, or facts given to it, cannot be read or grounded."""


def listed(words: Iterable[str], joint: str = "and") -> str:
    """List things: ``K13, K12 and L12``."""
    items = list(words)
    return f" {joint} ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))

"""Steps over the tokens of a sentence, word by word, and back where a form does not fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TypeVar

from hexcourt.facts.areas.refusing import not_understood
from hexcourt.facts.areas.words import NUMBERS, Token, hex_of, hexrow_of, lexicon, meant, tokens_of
from hexcourt.facts.errors import BadInput
from hexcourt.facts.grid.coordinates import BoardHex
from hexcourt.facts.sizes import LONGEST_AREA

Found = TypeVar("Found")


class Cursor:
    """Where a reader is in a sentence; ``names`` are the areas that the sentence may name,
    ``known`` words beside those of the grammar that are no typing errors.
    """

    def __init__(
        self, text: str, names: Iterable[str] = (), known: frozenset[str] = frozenset()
    ) -> None:
        if len(text) > LONGEST_AREA:
            raise BadInput(
                f"a sentence of {len(text)} characters is too long; write {LONGEST_AREA} at most"
            )
        self.text = text
        self.names = tuple(names)
        self.known = known
        self.at = 0
        self.deep = 0
        self._corrected: list[tuple[int, str]] = []
        self.tokens: Sequence[Token] = tuple(self._without_strays(tokens_of(text)))

    def _without_strays(self, tokens: Sequence[Token]) -> Iterator[Token]:
        """Leave out signs that stand right before a word, as in ``>west``."""
        for token, after in zip_longest(tokens, tokens[1:]):
            if token.kind == "sign" and after and after.kind == "word" and after.at == token.end:
                self.note(f"'{token.text}{after.text}' was read as '{after.text}'")
            else:
                yield token

    # --- where it is -----------------------------------------------------------------------------

    @property
    def here(self) -> Token | None:
        """Give the next token, nothing at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    @property
    def notes(self) -> tuple[str, ...]:
        """Say which words were read as others."""
        return tuple(dict.fromkeys(note for _, note in self._corrected))

    def rest(self, start: int | None = None) -> str:
        """Give the text from a token on."""
        at = self.at if start is None else start
        return self.text[self.tokens[at].at :].strip() if at < len(self.tokens) else ""

    def between(self, start: int, end: int) -> str:
        """Give the text of some tokens."""
        return self.text[self.tokens[start].at : self.tokens[end - 1].end] if start < end else ""

    def note(self, note: str) -> None:
        """Keep a note, as long as the form that gave it fits."""
        self._corrected.append((self.at, note))

    # --- steps -----------------------------------------------------------------------------------

    def attempt(self, form: Callable[[], Found | None]) -> Found | None:
        """Read a form; where it does not fit, step back to where it began."""
        at, corrected, deep = self.at, len(self._corrected), self.deep
        found = form()
        if found is None or found is False:
            self.at, self.deep = at, deep
            del self._corrected[corrected:]
        return found

    def first_of(self, *forms: Callable[[], Found | None]) -> Found | None:
        """Read the first form that fits."""
        for form in forms:
            found = self.attempt(form)
            if found is not None:
                return found
        return None

    def word(self, *words: str) -> str | None:
        """Step over one of some words, and give it as the grammar has it."""
        token = self.here
        if token is None or token.kind not in ("word", "mark", "sign"):
            return None
        if token.low in words:
            self.at += 1
            return token.low
        mistyped = token.kind == "word" and token.low not in self.known
        found = meant(token.low, words) if mistyped else None
        if found is not None:
            self.note(f"{token.text!r} was read as {found!r}")
            self.at += 1
        return found

    def words(self, *sequence: str | tuple[str, ...]) -> bool:
        """Step over words that follow one another, each one of some; or stay."""

        def form() -> bool:
            return all(
                self.word(*((each,) if isinstance(each, str) else each)) for each in sequence
            )

        return bool(self.attempt(form))

    def any_words(self, *sequences: str) -> bool:
        """Step over the first that fits of some phrases, whose words are parted by blanks."""
        return any(self.words(*each.split()) for each in sequences)

    def number(self) -> int | None:
        """Step over a whole number, in digits or as a word."""
        token = self.here
        if token is None or (token.kind == "number" and not token.text.isdigit()):
            return None
        if token.kind == "number" and len(token.text) < 5:
            self.at += 1
            return int(token.text)
        if token.kind == "word" and token.low in NUMBERS:
            self.at += 1
            return NUMBERS[token.low]
        return None

    def hex(self) -> BoardHex | None:
        """Step over the name of a hex."""
        token = self.here
        found = hex_of(token.text) if token is not None and token.kind == "hex" else None
        if found is not None:
            self.at += 1
        return found

    def hexrow(self) -> tuple[str, str | None] | None:
        """Step over the letters of a hexrow."""
        token = self.here
        if token is None or token.kind not in ("word", "row"):
            return None
        found = hexrow_of(token.text)
        if found is not None:
            self.at += 1
        return found

    def ahead(self, *words: str) -> bool:
        """Tell whether one of some words comes next."""
        return self.here is not None and self.here.low in words

    def knows_next(self) -> bool:
        """Tell whether the next word is one of the grammar."""
        return self.here is not None and self.here.low in lexicon()

    def refusal(
        self, start: int | None = None, mend: str = "", **more: tuple[str, ...]
    ) -> BadInput:
        """Refuse what stands from a token on."""
        return not_understood(self.text, self.rest(start), mend=mend, **more)

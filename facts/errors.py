"""The one error that input from outside can cause."""


class BadInput(ValueError):
    """Input that cannot be used: one sentence names the thing, the place and the mend."""

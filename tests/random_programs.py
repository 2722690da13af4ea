"""Random ground programs as text: choices, loops, negation, constraints, counts and weights."""

from __future__ import annotations

from random import Random


def random_program(seed: int) -> str:
    """Write a program over at most eight atoms; equal seeds give equal programs."""
    return _Writer(Random(seed)).program()


class _Writer:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.atoms = "abcdefgh"[: random.randint(3, 8)]

    def program(self) -> str:
        lines = [f"#defined {atom}/0." for atom in self.atoms]
        body = "." if self.random.random() < 0.7 else f" :- {self.literal()}."
        lines.append("{" + ";".join(self.some(1, len(self.atoms))) + "}" + body)
        lines += [self.rule() for _ in range(self.random.randint(2, 9))]
        return "\n".join(lines)

    def some(self, least: int, most: int) -> list[str]:
        return self.random.sample(self.atoms, self.random.randint(least, most))

    def literal(self) -> str:
        sign = self.random.choices(("", "not ", "not not "), (10, 6, 1))[0]
        return sign + self.random.choice(self.atoms)

    def rule(self) -> str:
        body = [self.literal() for _ in range(self.random.randint(0, 3))]
        if self.random.random() < 0.25:
            body.append(self.aggregate())
        if self.random.random() < 0.2:
            body.append(self.rising_sum())
        head = self.head()
        if not head and not body:
            body.append(self.literal())
        return head + (" :- " + ", ".join(body) if body else "") + "."

    def head(self) -> str:
        kind = self.random.random()
        if kind < 0.12:
            return "{" + ";".join(self.some(1, 2)) + "}"
        if kind < 0.17:
            low, high = self.random.randint(0, 1), self.random.randint(1, 2)
            return f"{low} {{" + ";".join(self.some(2, 2)) + f"}} {high}"
        return "" if kind < 0.35 else self.random.choice(self.atoms)

    def aggregate(self) -> str:
        relation = self.random.choice(("<=", ">=", "=", "!=", "<", ">"))
        size = self.random.randint(1, 4)
        if self.random.random() < 0.5:
            terms = [f"{place} : {self.literal()}" for place in range(size)]
            return "#count { " + "; ".join(terms) + f" }} {relation} {self.random.randint(0, size)}"
        weights = [self.random.randint(-3, 4) for _ in range(size)]
        terms = [f"{weight},{place} : {self.literal()}" for place, weight in enumerate(weights)]
        return "#sum { " + "; ".join(terms) + f" }} {relation} {self.random.randint(-3, 4)}"

    def rising_sum(self) -> str:
        """A sum that only grows with its atoms, so that it may stand in a loop."""
        terms = []
        for place in range(self.random.randint(2, 4)):
            sign = "" if self.random.random() < 0.8 else "not "
            atom = self.random.choice(self.atoms)
            terms.append(f"{self.random.randint(1, 3)},{place} : {sign}{atom}")
        return f"{self.random.randint(1, 4)} <= #sum {{ " + "; ".join(terms) + " }"

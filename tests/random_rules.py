"""Random programs with variables: joins, loops, negation, choices, sets, arithmetic, pools."""

from __future__ import annotations

from random import Random

FACTS = ("edge/2", "node/1", "weight/2")


def random_rules(seed: int) -> str:
    """Write a program of a few facts and rules; equal seeds give equal programs."""
    return _Writer(Random(seed)).program()


class _Writer:
    """Writes rules whose bodies read what stands before, and now and then themselves."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.unary = ["node"]
        self.binary = ["edge"]
        self.sets = ["node"]  # such as sets may be over: derived before

    def program(self) -> str:
        lines = ["#defined edge/2. #defined node/1. #defined weight/2.", *self.facts()]
        for number in range(self.random.randint(2, 5)):
            self.sets = list(self.unary)
            name = f"p{number}"
            lines += self.rules(name)
        lines += [self.constraint() for _ in range(self.random.randint(0, 2))]
        return "\n".join(lines)

    def facts(self) -> list[str]:
        size = self.random.randint(2, 4)
        nodes = [f"node({n})." for n in range(1, size + 1)]
        if self.random.random() < 0.3:
            nodes = [f"node(1..{size})."]
        edges = {
            (self.random.randint(1, size), self.random.randint(1, size))
            for _ in range(self.random.randint(1, 5))
        }
        lines = nodes + [f"edge({a},{b})." for a, b in sorted(edges)]
        lines += [f"weight({n},{self.random.randint(-2, 3)})." for n in range(1, size + 1)]
        if self.random.random() < 0.5:
            lines.append(f"{{ edge({self.random.randint(1, size)},{self.random.randint(1, 5)}) }}.")
        if self.random.random() < 0.2:
            lines.append('node(a). node("b c"). node(f(1,a)).')
        return lines

    def rules(self, name: str) -> list[str]:
        if self.random.random() < 0.3:
            two = self.binary
            body = f"{self.pick(two)}(X,Y)" if self.random.random() < 0.5 else "edge(X,Y)"
            self.binary.append(name)
            lines = [f"{name}(X,Y) :- {self.extended(body)}."]
            if self.random.random() < 0.6:
                lines.append(f"{name}(X,Z) :- {name}(X,Y), {self.pick(two)}(Y,Z){self.denied()}.")
            return lines
        self.unary.append(name)
        lines = [self.rule(name) for _ in range(self.random.randint(1, 2))]
        return lines if self.random.random() < 0.7 else [*lines, f"#show {name}/1."]

    def pick(self, names: list[str]) -> str:
        return self.random.choice(names)

    def extended(self, body: str) -> str:
        return body + "".join(self.denied() if self.random.random() < 0.4 else "" for _ in range(2))

    def denied(self) -> str:
        """Write a further condition on X."""
        unary = self.pick(self.unary)
        number = self.random.randint(0, 3)
        kinds = (
            f", not {unary}(X)",
            f", not not {unary}(X)",
            f", {unary}(X)",
            f", X != {number}",
            f", X < {number + 1}",
            f", not edge(X,_), node({self.random.randint(1, 3)})",
            f", {self.pick(self.sets)}(X) : edge(X,Q), Q < {number}",
            "",
            "",
            "",
        )
        return self.random.choice(kinds)

    def rule(self, name: str) -> str:
        number = self.random.randint(0, 3)
        unary, binary = self.pick(self.unary), self.pick(self.binary)
        over = self.pick(self.sets)
        kinds = (
            f"{name}(X) :- {unary}(X){self.denied()}.",
            f"{name}(Y) :- {binary}(X,Y){self.denied()}.",
            f"{name}(X) :- {binary}(X,_).",
            f"{{ {name}(X) : {over}(X) }}.",
            f"{{ {name}(X) : {over}(X) }} {number}.",
            f"{number} <= {{ {name}(X) : {over}(X); {name}(7) }} {number + 1}.",
            f"{{ {name}(X) }} :- {unary}(X){self.denied()}.",
            f"{{ {name}(X) }} = 1 :- {over}(X){self.denied()}.",
            f"{name}(X+1) :- {unary}(X), X < 4.",
            f"{name}(X) :- {over}(X+1).",
            f"{name}(X) :- {unary}(X), X = 1..{number}.",
            f"{name}(1..{number}).",
            f"{name}((X;{number})) :- {unary}(X).",
            f"{name}(N) :- N = #count {{ X : {over}(X) }}.",
            f"{name}(N) :- N = #sum {{ W,X : {over}(X), weight(X,W) }}.",
            f"{name}(N) :- N = #max {{ W : {over}(X), weight(X,W) }}, N > #inf.",
            f"{name}(X) :- node(X), N = #min {{ Y : edge(X,Y) }}, N < #sup.",
            f"{name}(X) :- {unary}(X), {number} <= #count {{ Y : edge(X,Y), {over}(Y) }}.",
            f"{name}(X) :- {unary}(X), not #sum {{ W : edge(X,Y), weight(Y,W) }} > {number - 1}.",
            f"{name}(X) :- {unary}(X), #count {{ Y : {over}(Y), Y < X }} != {number}.",
            f"{name}(X) :- {unary}(X), {over}(Y) : edge(X,Y).",
            f"{name}(X) :- {unary}(X), not {name}(X+1).",
            f"{name}(X) :- {unary}(X), not {self.pick([*self.unary, name])}(X).",
            f"{name}(Y) :- {name}(X), edge(X,Y). {name}({number}).",
            f"{name}(|X-{number}|) :- {unary}(X), X >= 0.",
            f"{name}(X*{number}) :- {over}(X), X = (1;2;3).",
        )
        return self.random.choice(kinds)

    def constraint(self) -> str:
        number = self.random.randint(0, 3)
        kinds = (
            f":- {self.pick(self.unary)}({number}).",
            f":- {number + 1} < #count {{ X : {self.pick(self.unary)}(X) }}.",
            f":- not {self.pick(self.unary)}({number}), {self.pick(self.unary)}({number + 1}).",
        )
        return self.random.choice(kinds)

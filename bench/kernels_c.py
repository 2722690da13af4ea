"""Translates the kernels from Python to C and writes facts/base/kernels.c.

Usage: python bench/kernels_c.py

A kernel is a function over arrays and numbers that allocates nothing. Numbers are 64-bit integers or
doubles, whatever the arrays hold, so that nothing overflows that does not in Python. Negative indices
count from the end, as in Python. With -DCHECKED each index is checked.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args, get_type_hints

import numpy as np

from hexcourt.facts.base.kernels import Kernel, Octants, name_in_c
from hexcourt.facts.tracing import hex_lines, pixel_drawing, pixel_tracing, situations
from hexcourt.solver.movement import bit_parallel, cheapest
from hexcourt.solver.sight import batch_los

KERNELS: tuple[Kernel, ...] = (
    hex_lines._walk_hexes,
    pixel_drawing._near_cliffs,
    pixel_drawing._nearest,
    pixel_tracing._pack,
    pixel_tracing._walk,
    situations._situate,
    batch_los._find_first,
    batch_los._open,
    bit_parallel._order,
    bit_parallel._settle,
    cheapest._settle,
    cheapest._shorten,
)

WRITTEN = Path(__file__).resolve().parents[1] / "facts" / "base" / "kernels.c"

HEAD = """\
/* The kernels in C: translated from Python by bench/kernels_c.py, not to be changed by hand. */

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#ifdef CHECKED
#include <stdio.h>
#include <stdlib.h>
#endif

#ifdef _WIN32
#define SHARED __declspec(dllexport)
#else
#define SHARED __attribute__((visibility("default")))
#endif

/* An argument: a number, the address of an array, or the length of an axis. */
typedef union {
    int64_t whole;
    double real;
    void *array;
} Given;

/* An index that is not negative, and one that may count from the end. */
static inline int64_t k_at(int64_t index, int64_t length)
{
#ifdef CHECKED
    if (index < 0 || index >= length) {
        fprintf(stderr, "kernels.c: index %lld of %lld\\n", (long long)index, (long long)length);
        abort();
    }
#else
    (void)length;
#endif
    return index;
}

static inline int64_t k_wrapped(int64_t index, int64_t length)
{
    return k_at(index < 0 ? index + length : index, length);
}

static inline int64_t k_min_i(int64_t a, int64_t b) { return b < a ? b : a; }
static inline int64_t k_max_i(int64_t a, int64_t b) { return b > a ? b : a; }
static inline double k_min_f(double a, double b) { return b < a ? b : a; }
static inline double k_max_f(double a, double b) { return b > a ? b : a; }
static inline int64_t k_abs(int64_t a) { return a < 0 ? -a : a; }
static inline double k_square(double a) { return a * a; }

/* Division that rounds down, and its rest. */
static inline int64_t k_quotient(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static inline int64_t k_rest(int64_t a, int64_t b) { return a - k_quotient(a, b) * b; }
static inline int64_t k_left(int64_t a, int64_t by) { return (int64_t)((uint64_t)a << by); }
"""

BOOL, INT, WORD, FLOAT = "bool", "int64_t", "uint64_t", "double"
ORDER = (BOOL, INT, FLOAT)
ELEMENTS = {"bool": "bool", "float64": "double"}

BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
LOGICAL: dict[type[ast.boolop], str] = {ast.And: " && ", ast.Or: " || "}
COMPARED: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip


@dataclass(frozen=True)
class Array:
    """The type of an array; of a tuple of arrays with their number, of one of fixed length with that."""

    element: str
    axes: int
    times: int = 1
    fixed: int = 0

    @property
    def in_c(self) -> str:
        """Return the type of an element in C."""
        return ELEMENTS.get(self.element, f"{self.element}_t")

    @property
    def number(self) -> str:
        """Return the type that an element has as a number."""
        return {"bool": BOOL, "float64": FLOAT, "uint64": WORD}.get(self.element, INT)


Type = str | Array


@dataclass
class Translation:
    """One kernel."""

    kernel: Kernel
    types: dict[str, Type] = field(default_factory=dict)
    negative: set[str] = field(default_factory=set)
    fresh: int = 0

    def __post_init__(self) -> None:
        source = textwrap.dedent(inspect.getsource(self.kernel))
        (self.tree,) = ast.parse(source).body
        assert isinstance(self.tree, ast.FunctionDef)
        self.nodes = list(ast.walk(self.tree))
        self.parameters = [each.arg for each in self.tree.args.args]
        subscripts = [each for each in self.nodes if isinstance(each, ast.Subscript)]
        self.indexed = {each.value.id for each in subscripts if isinstance(each.value, ast.Name)}
        self.written = {
            each.value.id
            for each in subscripts
            if isinstance(each.ctx, ast.Store) and isinstance(each.value, ast.Name)
        }
        self.assigned = list(self._assigned())
        self.locals = {name for name, _ in self.assigned}
        self._read_parameters()
        self._read_locals()
        self._find_negative()

    # --- types

    def _read_parameters(self) -> None:
        hints = get_type_hints(self.kernel)
        for name in self.parameters:
            hint = hints[name]
            if hint in (int, bool, float):
                self.types[name] = {int: INT, bool: BOOL, float: FLOAT}[hint]
                continue
            times = 8 if hint == Octants else 1
            _, dtype = get_args(get_args(hint)[0] if times > 1 else hint)
            self.types[name] = Array(np.dtype(get_args(dtype)[0]).name, self._axes_of(name), times)

    def _axes_of(self, name: str) -> int:
        """Count the axes of an array by how it is indexed; of a tuple by what is taken out of it."""
        axes = 1
        for node in self.nodes:
            match node:
                case ast.Subscript(ast.Name(id=found), ast.Tuple(elts=within)):
                    axes = max(axes, len(within) if found == name else 1)
                case ast.Assign([ast.Tuple(elts=within)], ast.Attribute(ast.Name(id=found))):
                    axes = max(axes, len(within) if found == name else 1)
                case ast.Assign([ast.Name(id=part)], ast.Subscript(ast.Name(id=found))):
                    if found == name and part in self.indexed:
                        axes = max(axes, self._axes_of(part))
        return axes

    def _assigned(self) -> Iterator[tuple[str, ast.expr]]:
        """List what is assigned to names."""
        for node in self.nodes:
            match node:
                case ast.Assign(targets=targets, value=value):
                    for target in targets:
                        yield from _pairs(target, value)
                case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                    yield name, ast.BinOp(ast.Name(name, ast.Load()), op, value)
                case ast.For(target=ast.Name(id=name), iter=ast.Tuple(elts=listed)):
                    yield from ((name, each) for each in listed)
                case ast.For(target=ast.Name(id=name), iter=ast.Call(args=bounds)):
                    yield name, bounds[0] if len(bounds) > 1 else ast.Constant(0)
                case ast.For(target=ast.Name(id=name), iter=ast.Name(id=array)):
                    yield name, ast.Subscript(ast.Name(array), ast.Constant(0))

    def _read_locals(self) -> None:
        before: dict[str, Type] = {}
        while before != self.types:
            before = dict(self.types)
            for name, value in self.assigned:
                try:
                    found = self.expression(value)[1]
                except KeyError:  # a name whose type is not known yet
                    continue
                self.types[name] = _joined(self.types.get(name, found), found)

    # --- indices that are never negative

    def _find_negative(self) -> None:
        """Find the names that may be negative, beginning with none."""
        self.negative = {name for name in self.parameters if self.types[name] == INT}
        before = None
        while before != self.negative:
            before = set(self.negative)
            for name, value in self.assigned:
                if self.types[name] == INT and not self.natural(value):
                    self.negative.add(name)
            for node in self.nodes:
                match node:
                    case ast.For(target=ast.Name(id=name), iter=ast.Call(args=[_, _, step])):
                        if not self.natural(step):
                            self.negative.add(name)

    def natural(self, node: ast.expr) -> bool:
        """Return whether an expression is surely not negative."""
        match node:
            case ast.Constant(value=value):
                return bool(value >= 0)
            case ast.Name(id=name):
                if name in self.types:
                    return self.types[name] in (INT, BOOL) and name not in self.negative
                return bool(self.kernel.__globals__[name] >= 0)  # type: ignore[attr-defined]
            case ast.Subscript(value=ast.Name(id=name)):
                found = self.types[name]
                return isinstance(found, Array) and found.element.startswith(("uint", "bool"))
            case ast.Subscript(value=ast.Attribute()):
                return True  # the length of an axis
            case ast.BinOp(left=one, op=ast.BitAnd(), right=other):
                return self.natural(one) or self.natural(other)
            case ast.BinOp(one, ast.Add() | ast.Mult() | ast.FloorDiv() | ast.BitOr(), other):
                return self.natural(one) and self.natural(other)
            case ast.BinOp(left=one, op=ast.RShift()):
                return self.natural(one)
            case ast.BinOp(op=ast.Mod(), right=other):
                return self.natural(other)
            case ast.IfExp(body=one, orelse=other):
                return self.natural(one) and self.natural(other)
            case ast.Call(func=ast.Name(id="len" | "abs")):
                return True
            case ast.Call(func=ast.Name(id="max"), args=given):
                return any(map(self.natural, given))
            case ast.Call(func=ast.Name(id="min" | "int"), args=given):
                return all(map(self.natural, given))
            case ast.Attribute():
                return True
            case ast.Compare() | ast.BoolOp():
                return True
        return False

    # --- expressions

    def expression(self, node: ast.expr) -> tuple[str, Type]:
        """Translate an expression; return its type, too."""
        match node:
            case ast.Constant(value=value):
                return _constant(value)
            case ast.Name(id=name):
                if name in self.types:
                    return name, self.types[name]
                if name in self.locals:
                    raise KeyError(name)
                return _constant(self.kernel.__globals__[name])  # type: ignore[attr-defined]
            case ast.Attribute(value=ast.Name(id="np"), attr="inf"):
                return "INFINITY", FLOAT
            case ast.Subscript(value=ast.Attribute(value=ast.Name(id=name), attr="shape")):
                assert isinstance(node.slice, ast.Constant)
                return f"{name}_{node.slice.value}", INT
            case ast.Attribute(value=ast.Name(id=name), attr="shape"):
                return name, INT  # taken apart by the assignment
            case ast.Subscript(value=ast.Name(id=name)):
                return self._element(name, node.slice)
            case ast.UnaryOp(op=op, operand=operand):
                text, kind = self.expression(operand)
                sign = {ast.USub: "-", ast.Invert: "~", ast.Not: "!"}[type(op)]
                return f"({sign}{text})", BOOL if sign == "!" else kind
            case ast.BinOp(left=one, op=op, right=other):
                return self._binary(one, BINARY.get(type(op), "**"), other)
            case ast.BoolOp(op=op, values=values):
                parts = [self.expression(each) for each in values]
                assert all(kind == BOOL for _, kind in parts), ast.unparse(node)
                return f"({LOGICAL[type(op)].join(text for text, _ in parts)})", BOOL
            case ast.Compare(left=one, ops=ops, comparators=others):
                return self._compared(one, ops, others), BOOL
            case ast.IfExp(test=test, body=one, orelse=other):
                (yes, kind), (no, sort) = self.expression(one), self.expression(other)
                return f"({self.condition(test)} ? {yes} : {no})", _joined(kind, sort)
            case ast.Call(func=ast.Name(id=name), args=given):
                return self._called(name, given)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="np"), attr=name), args=given):
                return self._called_of_numpy(name, given)
        raise NotImplementedError(ast.unparse(node))

    def condition(self, node: ast.expr) -> str:
        """Translate a condition, of which numbers are a part."""
        match node:
            case ast.BoolOp(op=op, values=values):
                return f"({LOGICAL[type(op)].join(map(self.condition, values))})"
        return self.expression(node)[0]

    def _element(self, name: str, index: ast.expr) -> tuple[str, Type]:
        array = self.types[name]
        assert isinstance(array, Array)
        parts = index.elts if isinstance(index, ast.Tuple) else [index]
        if array.times > 1:
            return f"{name} + {1 + array.axes} * {self._index(parts[0], str(array.times))}", Array(
                array.element, array.axes
            )
        assert len(parts) == array.axes, (name, array)
        lengths = (
            [str(array.fixed)] if array.fixed else [f"{name}_{axis}" for axis in range(array.axes)]
        )
        place = self._index(parts[0], lengths[0])
        for part, length in zip(parts[1:], lengths[1:], strict=True):
            place = f"({place}) * {length} + {self._index(part, length)}"
        return f"{name}[{place}]", array.number

    def _index(self, node: ast.expr, length: str) -> str:
        text, kind = self.expression(node)
        assert kind in (INT, BOOL), ast.unparse(node)
        return f"{'k_at' if self.natural(node) else 'k_wrapped'}({text}, {length})"

    def _binary(self, one: ast.expr, sign: str, other: ast.expr) -> tuple[str, Type]:
        (a, kind), (b, sort) = self.expression(one), self.expression(other)
        if WORD in (kind, sort):
            assert kind == sort and sign in "&|^<<>>", (a, sign, b)
            return f"({a} {sign} {b})", WORD
        joined = _joined(_joined(kind, sort), INT)
        match sign:
            case "/":
                return f"((double){a} / (double){b})", FLOAT
            case "**":
                assert b == "2", b
                return f"k_square({a})", FLOAT
            case "//":
                assert joined == INT
                return f"k_quotient({a}, {b})", INT
            case "%":
                assert joined == INT
                return f"k_rest({a}, {b})", INT
            case "<<":
                return f"k_left({a}, {b})", INT
        return f"({a} {sign} {b})", joined

    def _compared(self, one: ast.expr, ops: list[ast.cmpop], others: list[ast.expr]) -> str:
        parts = []
        for op, other in zip(ops, others, strict=True):
            if isinstance(op, ast.In):
                assert isinstance(other, ast.Tuple)
                same = [self._compared(one, [ast.Eq()], [each]) for each in other.elts]
                parts.append(" || ".join(same))
            else:
                (a, kind), (b, sort) = self.expression(one), self.expression(other)
                assert (kind == WORD) == (sort == WORD), (a, b)
                parts.append(f"{a} {COMPARED[type(op)]} {b}")
            one = other
        return f"({' && '.join(parts)})"

    def _called(self, name: str, given: list[ast.expr]) -> tuple[str, Type]:
        if name == "len":
            assert isinstance(given[0], ast.Name)
            return f"{given[0].id}_0", INT
        parts = [self.expression(each) for each in given]
        if name == "int":
            return (f"(int64_t){parts[0][0]}" if parts[0][1] == FLOAT else parts[0][0]), INT
        real = any(kind == FLOAT for _, kind in parts)
        if name == "abs":
            return f"{'fabs' if real else 'k_abs'}({parts[0][0]})", FLOAT if real else INT
        text = parts[0][0]
        for part, _ in parts[1:]:
            text = (
                f"{ {'min': 'k_min', 'max': 'k_max'}[name] }_{'f' if real else 'i'}({text}, {part})"
            )
        return text, FLOAT if real else INT

    def _called_of_numpy(self, name: str, given: list[ast.expr]) -> tuple[str, Type]:
        if name in ("empty", "zeros", "full"):
            assert isinstance(given[0], ast.Constant) and isinstance(given[-1], ast.Attribute)
            filled = (
                "" if name == "empty" else "0" if name == "zeros" else self.expression(given[1])[0]
            )
            return filled, Array(given[-1].attr, 1, fixed=given[0].value)
        text, _ = self.expression(given[0])
        if name == "uint64":
            return f"(uint64_t){text}", WORD
        return {"sqrt": f"sqrt({text})", "rint": f"rint({text})"}[name], FLOAT

    # --- statements

    def statements(self, body: list[ast.stmt]) -> Iterator[str]:
        """Translate statements, a line each."""
        for node in body:
            match node:
                case ast.Expr(value=ast.Constant()) | ast.Pass():
                    continue
                case ast.Assign(targets=targets, value=value):
                    for target, part in zip(targets, [value, *targets], strict=False):
                        for name, each in _pairs_of_any(target, part):
                            yield from self._assignment(name, each)
                case ast.AugAssign(target=target, op=op, value=value):
                    place = ast.parse(ast.unparse(target), mode="eval").body
                    yield from self._assignment(target, ast.BinOp(place, op, value))
                case ast.If(test=test, body=then, orelse=orelse):
                    yield f"if ({self.condition(test)}) {{"
                    yield from self._within(then)
                    if orelse:
                        yield "} else {"
                        yield from self._within(orelse)
                    yield "}"
                case ast.While(test=test, body=then):
                    yield f"while ({self.condition(test)}) {{"
                    yield from self._within(then)
                    yield "}"
                case ast.For(target=ast.Name(id=name), iter=over, body=then):
                    yield from self._loop(name, over)
                    yield from self._within(then)
                    yield "}"
                case ast.Return(value=value):
                    yield f"return {self.expression(value)[0] if value else 0};"
                case ast.Break():
                    yield "break;"
                case ast.Continue():
                    yield "continue;"
                case _:
                    raise NotImplementedError(ast.unparse(node))

    def _within(self, body: list[ast.stmt]) -> Iterator[str]:
        return (f"    {line}" for line in self.statements(body))

    def _assignment(self, target: ast.expr, value: ast.expr) -> Iterator[str]:
        match target, value:
            case ast.Tuple(elts=names), ast.Attribute(value=ast.Name(id=array), attr="shape"):
                yield from (
                    f"{ast.unparse(name)} = {array}_{axis};" for axis, name in enumerate(names)
                )
                return
        text, kind = self.expression(value)
        if isinstance(target, ast.Subscript):
            assert isinstance(target.value, ast.Name)
            array = self.types[target.value.id]
            assert isinstance(array, Array)
            place = self.expression(target)[0]
            cast = f"({array.in_c})" if kind == INT and array.in_c not in (INT, FLOAT) else ""
            yield f"{place} = {cast}{text};"
        elif isinstance(kind, Array):
            assert isinstance(target, ast.Name)
            if kind.fixed:
                if text:
                    yield f"for (int i = 0; i < {kind.fixed}; i++) {target.id}[i] = {text};"
                return
            yield f"taken = {text};"
            yield from self._taken(target.id, kind, "taken", 0)
        else:
            yield f"{ast.unparse(target)} = {text};"

    def _loop(self, name: str, over: ast.expr) -> Iterator[str]:
        self.fresh += 1
        i = f"i{self.fresh}"
        match over:
            case ast.Call(func=ast.Name(id="range"), args=bounds):
                parts = [self.expression(each)[0] for each in bounds]
                start, stop = ("0", parts[0]) if len(parts) == 1 else parts[:2]
                step = parts[2] if len(parts) > 2 else "1"
                sign = ">" if step.startswith("(-") else "<"
                begin = f"{i} = {start}, stop{i} = {stop}, by{i} = {step}"
                yield f"for (int64_t {begin}; {i} {sign} stop{i}; {i} += by{i}) {{"
                yield f"    {name} = {i};"
            case ast.Tuple(elts=listed):
                parts = [self.expression(each)[0] for each in listed]
                yield f"for (int {i} = 0; {i} < {len(parts)}; {i}++) {{"
                yield f"    {name} = {_chosen(i, parts)};"
            case ast.Name(id=array):
                yield f"for (int64_t {i} = 0; {i} < {array}_0; {i}++) {{"
                yield f"    {name} = {array}[{i}];"
            case _:
                raise NotImplementedError(ast.unparse(over))

    # --- the function

    def _taken(self, name: str, kind: Array, block: str, place: int) -> Iterator[str]:
        yield f"{name} = {block}[{place}].array;"
        for axis in range(kind.axes):
            yield f"{name}_{axis} = {block}[{place + 1 + axis}].whole;"

    def _declared(self) -> Iterator[str]:
        place = 0
        for name in self.parameters:
            kind = self.types[name]
            if not isinstance(kind, Array):
                member = {INT: "whole", BOOL: "whole != 0", FLOAT: "real"}[kind]
                yield f"const {kind} {name} = given[{place}].{member};"
                place += 1
            elif kind.times > 1:
                yield f"const Given *{name} = given + {place};"
                place += kind.times * (1 + kind.axes)
            else:
                const = "" if name in self.written else "const "
                lines = self._taken(name, kind, "given", place)
                heads = (f"{const}{kind.in_c} *const ", *["const int64_t "] * kind.axes)
                yield from (head + line for head, line in zip(heads, lines, strict=True))
                place += 1 + kind.axes
        for name, kind in self.types.items():
            if name in self.parameters:
                continue
            if not isinstance(kind, Array):
                yield f"{kind} {name} = 0;"
            elif kind.fixed:
                yield f"{kind.in_c} {name}[{kind.fixed}];"
            else:
                yield "const Given *taken;"
                yield f"const {kind.in_c} *{name} = 0;"
                yield from (f"int64_t {name}_{axis} = 0;" for axis in range(kind.axes))

    @property
    def given(self) -> str:
        """Write what the kernel takes."""
        told = []
        for name in self.parameters:
            kind = self.types[name]
            if isinstance(kind, Array):
                times = f"{kind.times}*" if kind.times > 1 else ""
                sign = "=" if name in self.written else ""
                told.append(f"{times}{sign}{kind.element}[{kind.axes}]")
            else:
                told.append("float" if kind == FLOAT else "int")
        return " ".join(told)

    @property
    def constants(self) -> str:
        """Write the constants of its module that the kernel reads, with the values translated."""
        names = {each.id for each in self.nodes if isinstance(each, ast.Name)}
        known = self.kernel.__globals__  # type: ignore[attr-defined]
        outside = (names - self.locals - self.types.keys()) & known.keys()
        read = {name: known[name] for name in outside}
        numbers = {name: each for name, each in read.items() if isinstance(each, int | float)}
        return " ".join(f"{name}={each}" for name, each in sorted(numbers.items()))

    def text(self) -> str:
        """Write the function."""
        assert isinstance(self.tree, ast.FunctionDef)
        name = name_in_c(self.kernel)
        lines = [*self._declared(), "", *self.statements(self.tree.body)]
        if not lines[-1].startswith("return"):
            lines.append("return 0;")
        told = f'SHARED const char {name}_given[] =\n    "{self.given}";\n'
        told += f'SHARED const char {name}_constants[] =\n    "{self.constants}";\n'
        body = textwrap.indent("\n".join(lines), "    ")
        return f"{told}\nSHARED int64_t {name}(const Given *given)\n{{\n{body}\n}}\n"


def _constant(value: Any) -> tuple[str, Type]:
    if isinstance(value, bool):
        return str(value).lower(), BOOL
    if isinstance(value, float):
        return repr(value), FLOAT
    return (str(value) if abs(value) < 1 << 31 else f"INT64_C({value})"), INT


def _joined(one: Type, other: Type) -> Type:
    if one == other:
        return one
    assert isinstance(one, str) and isinstance(other, str), (one, other)
    assert WORD not in (one, other), (one, other)
    return max(one, other, key=ORDER.index)


def _pairs_of_any(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        names = {ast.unparse(each) for each in target.elts}
        read = {each.id for each in ast.walk(value) if isinstance(each, ast.Name)}
        assert names.isdisjoint(read), "C assigns one after the other"
        yield from zip(target.elts, value.elts, strict=True)
    else:
        yield target, value


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    for each, part in _pairs_of_any(target, value):
        if isinstance(each, ast.Name):
            yield each.id, part
        elif isinstance(each, ast.Tuple):  # lengths of axes
            yield from ((name.id, part) for name in each.elts if isinstance(name, ast.Name))


def _chosen(i: str, parts: list[str]) -> str:
    *before, last = parts
    return "".join(f"{i} == {number} ? {part} : " for number, part in enumerate(before)) + last


def translation() -> str:
    """Translate all kernels."""
    return "\n".join([HEAD, *(Translation(kernel).text() for kernel in KERNELS)])


if __name__ == "__main__":
    WRITTEN.write_text(translation(), encoding="utf-8")

"""Questions that nobody should be able to do harm with: what is wrong with each, and a remark.

Categories: ``syntax`` (no question), ``code`` (more than rules), ``explosion`` (too much to ground),
``endless`` (too long to ground), ``vocabulary`` (names or hexes that there are not), ``size``.
"""

from __future__ import annotations

from typing import NamedTuple


class Hostile(NamedTuple):
    question: str
    category: str
    remark: str


def as_program(question: str) -> str:
    """Turn a question into a rule in the plainest way: its body derives ``answer``, claims are cut."""
    head, colon, body = question.partition(":")
    if not colon or not head.strip():
        return question
    terms = "".join(head.split(None, 1)[1:]).strip()
    return f"answer({terms}) :-{body.split('->')[0]}."


_CODE = {
    'which H : hex(H). #script(python) import os; os.system("touch pwned") #end.': "Python",
    'which H : hex(H). #script (lua) os.execute("touch pwned") #end.': "Lua",
    'which H : hex(H). #script(python) import os; os.system("touch pwned")': "no end of the script",
    "which H : hex(H). #SCRIPT(python) #end.": "in capitals",
    "#script(python)\nopen('pwned', 'w')\n#end.\nwhich H : hex(H)": "before the question",
    'which H : hex(H). #include "/etc/passwd".': "clingo opens this while it parses",
    "which H : hex(H). #include <incmode>.": "clingo's own library",
    'which H : hex(H). #include "../../pyproject.toml".': "a path upwards",
    'which H : hex(H).\n#include "/dev/zero".': "a file without an end",
    'which H : hex(H). #include%* *%"/etc/passwd".': "a comment inside the directive",
    'which H : hex(H) %* % *%\n *% . #include "/etc/passwd".': "a line comment inside a block comment",
    'which H : hex("\\\\"). #include "/etc/passwd". x("': "an escaped backslash ends the string",
    'which H : hex("%*"). #include "/etc/passwd". x("*%")': "no comment: these are strings",
    'exists : X = @system("id")': "a function of a script",
    "exists : hex(@f)": "without arguments",
    "which H : hex(H), H = @upper(H)": "on a variable",
    "count N : N = #count{ @f(H) : hex(H) }": "in an aggregate",
    'exists : hex(H) : H = @open("/etc/passwd")': "in a condition",
    "which H : hex(H), #sum{ 1,@f(H) : hex(H) } > 0": "in a tuple of an aggregate",
    "which H : hex(H), #sum{ 1 : hex(H) } > @most": "in a bound",
    "which X : X = 1..@n()": "in an interval",
    "which X : X = (1;2;-|@n|)": "in a pool, under signs",
    'exists : #true. #external hex("ZZ99").': "an open atom",
    "which H : hex(H), &diff{ H - 1 } <= 2": "a theory atom",
    'exists : &system{ "id" }': "another",
    "which H : hex(H). #theory t { x { - : 1, unary }; &a/0 : x, any }.": "a theory",
    "which H : hex(H). #minimize { 1,X : answer(X) }.": "an optimum",
    "which H : hex(H). #maximise { 1@2,X : answer(X) }.": "an optimum, the other spelling",
    "which H : hex(H). :~ answer(X). [1@1,X]": "a weak constraint",
    "which H : hex(H). #heuristic answer(X) : hex(X). [1,true]": "steers the search",
    "which H : hex(H). #project answer/1.": "hides answers",
    "which H : hex(H). #edge (H,H) : hex(H).": "a graph",
    "which H : hex(H). #defined heks/1.": "would hide a misspelt name",
    "which H : hex(H). #show.": "would hide the answers",
    "which H : hex(H). #show H : hex(H).": "shows more",
    "which H : hex(H), H != c. #const c = 1.": "a constant",
    "which H : hex(H). #program step(t). hex(H).": "another part",
    "which H : hex(H). #parse(1).": "no directive at all",
    "which H : hex(H). a ; b.": "a disjunction",
    "which H : hex(H). not hex(H).": "a negated head",
}

_SYNTAX = {
    "": "nothing",
    "   \t\n": "blanks",
    ":": "a colon",
    "which": "a mode alone",
    "which H": "no colon",
    "which H :": "no body",
    "which H : ,": "a comma",
    "which : hex(H)": "no term",
    "which H, : hex(H)": "a comma too many",
    "who H : hex(H)": "no such mode",
    "WHICH H : hex(H)": "in capitals",
    "which H : hex(H) ; ;": "semicolons",
    'which H : hex("A1': "an open quotation mark",
    "which H : hex(H), H = 'A1'": "single quotation marks: clingo takes this for a variable",
    'which H : hex("A\n1")': "a string over two lines",
    'which H : hex("A\\x41")': "an escape that there is not",
    "which H : hex(H": "an open parenthesis",
    "which H : hex(H))": "one too many",
    "which H : hex(H}": "the wrong one",
    "which H : hex(H), %* open": "a comment without an end",
    "which H : hex(H) % hidden": "a comment that hides the end",
    'exists : not hex("A1"). p(1..10**9)': "a second statement",
    'exists : hex("A1"). hex("ZZ99")': "a fact smuggled in",
    "which H) :- hex(H). answer(X : hex(X)": "a rule smuggled in through the terms",
    "which H) :- #true. :- hex(H), (1 : hex(H)": "a constraint smuggled in through the terms",
    "exists : { hex(H) } :- hex(H)": "two bodies",
    "all H : hex(H)": "no claim",
    "all H : hex(H) ->": "no claim behind the arrow",
    "all H : -> hex(H)": "nothing before the arrow",
    "all H : hex(H) -> hex(H) -> hex(H)": "two arrows",
    "exists : not not not hex(H)": "three negations",
    "exists : hex(007)": "a number with leading zeros",
    "exists : 1 ! 2": "a character that clingo does not know",
    "exists : X $= 1": "another",
    "exists : hex(H) \u2192 hex(H)": "an arrow: clingo ends the process at such a character",
    "which \u00e9 : hex(\u00e9)": "a letter that clingo does not know",
    "which H\u00a0: hex(H)": "a blank that is none",
    "\ufeffwhich H : hex(H)": "a byte order mark",
    "which H : hex(H)\x00, hex(Z)": "NUL: clingo stops reading here",
    "which H : hex(H), \x1b[2J": "an escape sequence of the terminal",
    'exists : hex("\x07")': "a bell inside a string",
    'exists : hex("\u202e1A")': "a bidi override inside a string",
    "exists : hex(H) % \u2066 #include": "a bidi isolate inside a comment",
    'exists : hex("A1\r")': "a carriage return",
    'exists : hex("\ud800")': "half a character",
    "asp 1 0 0\n1 0 1 1 0 0\n0\n": "a ground program: clingo reads it when it stands first",
    "count X : X = #count{ }}": "a brace too many",
    "exists : --exec id": "an option",
    "--help : hex(H)": "an option for a mode",
    "exists : `id`": "a shell's quotation marks",
}

_HEXES = "hex(A), hex(B), hex(C), hex(D), hex(E)"
_EXPLOSION = {
    "count X : X = 1..1000000000": "an interval",
    "which X : X = -2147483647..2147483647": "every number there is",
    "which X,H : hex(H), X = 1..1000000000": "an interval for each hex",
    "which X,Y,Z : X = 1..2000, Y = 1..2000, Z = 1..2000": "a product",
    f"which A,B,C : {_HEXES}": "hexes by hexes, some of them not asked for",
    f"which A,B,C,D,E : {_HEXES}": "hexes by hexes",
    f"all A,B,C,D,E : {_HEXES} -> hex(A)": "as a claim",
    "exists : #count{ X,Y,Z : X = 1..2000, Y = 1..2000, Z = 1..2000 } > 5": "in an aggregate",
    f"max N : N = #count{{ A,B,C,D,E : {_HEXES} }}": "hexes in an aggregate",
    "min S : S = #sum{ X : X = 1..1000000000 }": "a sum, overflowing too",
    "max S : S = #max{ X*Y : X = 1..100000, Y = 1..100000 }": "a greatest element",
    "which P : P = (1..1000,1..1000,1..1000,1..1000)": "intervals in a tuple",
    "which F : F = f(1..100000,g(1..100000))": "intervals in a function",
    f"which T : T = ({','.join(['(0;1)'] * 30)})": "pools: thirty of two",
    f"exists : hex(A) : {_HEXES}, A < B, B < C, C < D": "in a condition",
    f"exists : 3 {{ hex(A) : {_HEXES}, A < B, B < C, C < D }}": "in a set",
    "exists : not hex(X) : X = 1..1000000000": "an interval in a condition",
}

_ENDLESS = {
    "exists : X = 2..100000, Y = 2..100000, X*Y = 2147483647": "factors of a prime",
    "which X : X = 1..2000000000, X*X = 7": "the root of what is no square",
    "never : X = 1..200000, Y = 1..200000, X*X = Y*Y*3 + 2": "squares that there are not",
    "always : X = 1..100000, Y = 1..100000, X & Y = -1": "bits",
    "exists : hex(A), hex(B), hex(C), hex(D), hex(E), A < B, B < C, C < D, D < E, E < A": "a ring",
}

_VOCABULARY = {
    "which H : hexx(H)": "a misspelt name",
    "which H : hex(H,1)": "too many arguments",
    "exists : hex": "too few",
    "which H : Hex(H)": "a capital",
    "which H : -hex(H)": "classical negation",
    "which H : not hex(H)": "nothing binds the variable",
    "which X : hex(H)": "asked for, but not bound",
    'exists : hex("ZZ999")': "no such hex",
    'exists : hex("../../etc/passwd")': "a path for a hex",
    'exists : hex("$(touch pwned)")': "a command for a hex",
    'exists : hex("<script>alert(1)</script>")': "markup for a hex",
    'exists : hex("[red]A1[/red] [link=file:///etc/passwd]x[/link]")': "markup of the console",
    'exists : hex("%s%n{0.__class__}")': "formats for a hex",
    "which H : __import__(H)": "Python's names",
    "which H : system(H)": "a name of the system",
    "which H : answer(H)": "the name that questions derive",
    "which H : os'system(H)": "clingo allows this name",
}

_SIZE = {
    "which H : " + "hex(H), " * 125_000 + "hex(H)": "a megabyte of text",
    "exists : " + "x" * 1_000_000: "a megabyte of a name",
    "x" * 1_000_000: "a megabyte of a mode",
    'exists : hex("' + "A" * 50_000 + '")': "a long string",
    "exists : hex("
    + "(" * 40_000
    + "1"
    + ")" * 40_000
    + ")": "parentheses: clingo's stack overflows",
    "exists : hex(" + "(" * 9_000: "open ones",
    "exists : 1 = " + "-" * 15_000 + "1": "signs",
    "exists : 1 = " + "-(" * 6_000 + "1" + ")" * 6_000: "signs and parentheses",
    "exists : 1 = " + "f(" * 6_000 + "1" + ")" * 6_000: "functions",
    "exists : 1 = " + "1+" * 9_000 + "1": "a long sum",
    "exists : 1 = " + "2**" * 6_000 + "1": "a tower of powers",
    "exists : 1 = " + "|" * 9_000 + "1" + "|" * 9_000: "bars",
    "exists : " + "not " * 4_000 + "hex(H)": "negations",
    "exists : " + "#count{ 1 : " * 1_000 + "hex(H)": "aggregates in aggregates",
    "exists : hex(H) " + "%*" * 5_000: "comments in comments",
    "exists : 1 = 99999999999": "clingo cuts this down to 32 bits",
    "exists : 1 = 4294967297": "to 1, that is",
    "exists : -2147483648 < 0": "clingo negates this twice",
    "exists : 1 = 0xffffffffff": "in base 16",
    "exists : 1 = " + "9" * 15_000: "more digits than Python reads",
    "which " + ",".join(f"H{n}" for n in range(3_000)) + " : hex(H1)": "thousands of terms",
}

HOSTILE = tuple(
    Hostile(question, category, remark)
    for category, questions in (
        ("code", _CODE),
        ("syntax", _SYNTAX),
        ("explosion", _EXPLOSION),
        ("endless", _ENDLESS),
        ("vocabulary", _VOCABULARY),
        ("size", _SIZE),
    )
    for question, remark in questions.items()
)


def of_category(category: str) -> tuple[Hostile, ...]:
    return tuple(each for each in HOSTILE if each.category == category)

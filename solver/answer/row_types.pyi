"""Types of the rows of answers, for type checkers and editors: ``answer.rows[0]["verdict"]``.

Written by bench/answer_schema.py from rows.tsv; not there when the program runs.
"""

from typing import Any, Literal, NotRequired, TypedDict

Cited = TypedDict(
    "Cited",
    {
        "rule": str,
        "confidence": Literal["high", "medium", "low"],
        "sentence": str,
    },
)

Reason = TypedDict(
    "Reason",
    {
        "rule": str,
        "confidence": Literal["high", "medium", "low"],
        "sentence": str,
        "effect": Literal["blocked", "hindered", "undecided", "passes", "another reading", "shelters", "may shelter", "hull down", "advantage"],
        "hindrance": NotRequired[int],
        "tem": NotRequired[int],
        "of": NotRequired[str],
        "hex": NotRequired[str],
        "hexside": NotRequired[str],
        "terrain": NotRequired[str],
        "ground": NotRequired[float],
        "top": NotRequired[float],
    },
)

Charge = TypedDict(
    "Charge",
    {
        "rule": str,
        "confidence": Literal["high", "medium", "low"],
        "sentence": str,
        "what": str,
        "cost": float,
        "undetermined": bool,
    },
)

RiskOfStep = TypedDict(
    "RiskOfStep",
    {
        "rule": str,
        "confidence": Literal["high", "medium", "low"],
        "sentence": str,
        "what": str,
    },
)

Step = TypedDict(
    "Step",
    {
        "turn": int,
        "to": str,
        "how": str | None,
        "cost": float,
        "cost_most": float,
        "spent": float,
        "spent_most": float,
        "minimum_move": bool,
        "advance": bool,
        "at_risk": bool,
        "undetermined": bool,
        "from": str,
        "charges": NotRequired[list[Charge]],
        "risks": NotRequired[list[RiskOfStep]],
        "undecided": NotRequired[list[Cited]],
        "remarks": NotRequired[list[Cited]],
        "choices": NotRequired[list[str]],
    },
)

When = TypedDict(
    "When",
    {
        "turn": int,
        "spent": float,
    },
)

Statement = TypedDict(
    "Statement",
    {
        "number": str | None,
        "confidence": Literal["high", "medium", "low"] | None,
        "sentence": str | None,
        "text": str,
        "file": str,
        "line": int,
    },
)

ExplanationLine = TypedDict(
    "ExplanationLine",
    {
        "kind": str,
        "text": str,
        "atom": str | None,
        "depth": int,
        "parent": int | None,
        "rule": Statement | None,
        "because": str,
        "note": str,
        "left_out": int,
    },
)

Explanation = TypedDict(
    "Explanation",
    {
        "question": Literal["why", "why not"],
        "goal": str,
        "lines": list[ExplanationLine],
        "left_out": int,
    },
)

Sighting = TypedDict(
    "Sighting",
    {
        "by": str,
        "certain": bool,
        "hindrance": int | None,
        "tem": int | None,
        "rules": list[str],
    },
)

RiskOfAction = TypedDict(
    "RiskOfAction",
    {
        "rule": str,
        "confidence": Literal["high", "medium", "low"],
        "sentence": str,
        "risk": str,
    },
)

Consequence = TypedDict(
    "Consequence",
    {
        "rule": str,
        "confidence": Literal["high", "medium", "low"],
        "sentence": str,
        "brings": str,
    },
)

LosRow = TypedDict(
    "LosRow",
    {
        "from": str,
        "to": str,
        "range": int,
        "verdict": Literal["clear", "blocked", "unknown", "too_close"],
        "hindrance": int | None,
        "rule": str | None,
        "margin": float,
        "hindrance_margin": float | None,
        "reasons": NotRequired[list[Reason]],
        "without_status": NotRequired[Literal["clear", "blocked", "unknown", "too_close"]],
    },
)

SeeRow = TypedDict(
    "SeeRow",
    {
        "from": str,
        "to": str,
        "range": int,
        "verdict": Literal["clear", "blocked", "unknown", "too_close"],
        "hindrance": int | None,
        "rule": str | None,
        "margin": float,
        "hindrance_margin": float | None,
        "reasons": NotRequired[list[Reason]],
        "without_status": NotRequired[Literal["clear", "blocked", "unknown", "too_close"]],
    },
)

MatrixRow = TypedDict(
    "MatrixRow",
    {
        "from": NotRequired[str],
        "to": NotRequired[str],
        "range": NotRequired[int],
        "verdict": NotRequired[Literal["clear", "blocked", "unknown", "too_close"]],
        "hindrance": NotRequired[int | None],
        "rule": NotRequired[str | None],
        "margin": NotRequired[float],
        "hindrance_margin": NotRequired[float | None],
        "reasons": NotRequired[list[Reason]],
        "without_status": NotRequired[Literal["clear", "blocked", "unknown", "too_close"]],
        "written": NotRequired[str],
    },
)

PathRow = TypedDict(
    "PathRow",
    {
        "way": NotRequired[Literal["found", "possible", "without_luck", "later", "unrestricted"]],
        "from": str,
        "to": str,
        "turns": NotRequired[int],
        "spent": NotRequired[float],
        "spent_most": NotRequired[float],
        "factor": NotRequired[Literal["MF", "MP"]],
        "certain": NotRequired[bool],
        "at_risk": NotRequired[bool],
        "steps": NotRequired[list[Step]],
        "atom": NotRequired[str],
        "rule": NotRequired[str],
        "confidence": NotRequired[Literal["high", "medium", "low"]],
        "sentence": NotRequired[str],
        "blocks": NotRequired[int],
    },
)

ReachRow = TypedDict(
    "ReachRow",
    {
        "location": str,
        "hex": str,
        "turn": int,
        "spent": float,
        "factor": Literal["MF", "MP"],
        "certain": bool,
        "at_risk": bool,
        "minimum_move": bool,
        "without_luck": When | None,
        "possible": When | None,
        "rules": list[str],
        "steps": list[Step],
    },
)

ExposureRow = TypedDict(
    "ExposureRow",
    {
        "way": NotRequired[Literal["found", "possible", "without_luck", "later", "unrestricted"]],
        "from": str,
        "to": str,
        "turns": NotRequired[int],
        "spent": NotRequired[float],
        "spent_most": NotRequired[float],
        "factor": NotRequired[Literal["MF", "MP"]],
        "certain": NotRequired[bool],
        "at_risk": NotRequired[bool],
        "steps": NotRequired[list[Step]],
        "atom": NotRequired[str],
        "rule": NotRequired[str],
        "confidence": NotRequired[Literal["high", "medium", "low"]],
        "sentence": NotRequired[str],
        "blocks": NotRequired[int],
        "turn": NotRequired[int],
        "how": NotRequired[str | None],
        "advance": NotRequired[bool],
        "seen": NotRequired[list[Sighting]],
    },
)

CutRow = TypedDict(
    "CutRow",
    {
        "blocks": NotRequired[Literal["certain ways", "possible ways"]],
        "pieces": NotRequired[list[str] | None],
        "at_least": NotRequired[int],
        "max": NotRequired[int],
        "possible": NotRequired[bool],
        "candidates": NotRequired[int],
        "tried": NotRequired[list[str]],
        "left_out": NotRequired[list[str]],
        "proof": NotRequired[list[str]],
        "certain": NotRequired[bool],
    },
)

AdjacentRow = TypedDict(
    "AdjacentRow",
    {
        "rule": str,
        "confidence": Literal["high", "medium", "low"],
        "sentence": str,
        "from": str,
        "location": str,
        "adjacent": bool,
        "why": Literal["hexside", "stairwell", "building_hexside", "roof_access", "rooftop", "trench", "entrenchment", "manhole", "tunnel"],
    },
)

EntryRow = TypedDict(
    "EntryRow",
    {
        "hex": str,
        "turns_late": int,
        "certain": bool,
    },
)

AskRow = TypedDict(
    "AskRow",
    {
        "value": NotRequired[float | None],
        "value_most": NotRequired[float | None],
        "value_least": NotRequired[float],
        "row": NotRequired[dict[str, str | float]],
        "certain": NotRequired[bool],
        "undecided": NotRequired[list[str]],
        "limit": NotRequired[Literal["seconds", "memory", "conflicts"]],
        "why": NotRequired[str | Explanation],
        "world": NotRequired[list[str]],
        "says": NotRequired[Literal["yes", "no", "unknown"]],
        "smallest": NotRequired[bool],
        "minimal": NotRequired[bool],
        "impossible": NotRequired[str],
        "choice": NotRequired[list[str]],
        "reply": NotRequired[list[str]],
        "clears": NotRequired[list[str]],
        "beats": NotRequired[list[str]],
        "beats_all": NotRequired[bool],
        "rescue": NotRequired[list[str]],
        "best": NotRequired[float],
        "pieces": NotRequired[list[str]],
        "second": NotRequired[float],
        "left_out": NotRequired[str],
        "rule": NotRequired[str],
        "worlds": NotRequired[int],
        "worlds_possible": NotRequired[int],
        "line": NotRequired[list[str]],
        "reasons": NotRequired[list[Reason]],
        "confidence": NotRequired[Literal["high", "medium", "low"]],
        "sentence": NotRequired[str],
        "atom": NotRequired[str],
        "because": NotRequired[str],
        "turns": NotRequired[list[str] | int],
        "from": NotRequired[Literal["yes", "no", "unknown"] | str],
        "otherwise": NotRequired[list[str]],
        "rules": NotRequired[list[Cited]],
        "certificate": NotRequired[str],
        "verdict": NotRequired[Literal["satisfiable", "unsatisfiable"]],
        "ground_rules": NotRequired[int],
        "clauses": NotRequired[int],
        "proof_lines": NotRequired[int],
        "way": NotRequired[Literal["found", "possible", "without_luck", "later", "unrestricted"]],
        "to": NotRequired[str],
        "spent": NotRequired[float],
        "spent_most": NotRequired[float],
        "factor": NotRequired[Literal["MF", "MP"]],
        "at_risk": NotRequired[bool],
        "steps": NotRequired[list[Step]],
    },
)

LegalRow = TypedDict(
    "LegalRow",
    {
        "action": NotRequired[str],
        "verdict": NotRequired[Literal["yes", "no", "unknown"]],
        "rules": NotRequired[list[Cited]],
        "risks": NotRequired[list[RiskOfAction]],
        "brings": NotRequired[list[Consequence]],
        "form": NotRequired[str],
        "role": NotRequired[str],
        "sentence": NotRequired[str],
        "example": NotRequired[str],
    },
)

EffectRow = TypedDict(
    "EffectRow",
    {
        "rule": NotRequired[str],
        "confidence": NotRequired[Literal["high", "medium", "low"]],
        "sentence": str,
        "effect": NotRequired[str],
        "value": NotRequired[int | str | None],
        "dr": NotRequired[str],
        "form": NotRequired[str],
        "role": NotRequired[str],
        "example": NotRequired[str],
    },
)

MapAreasRow = TypedDict(
    "MapAreasRow",
    {
        "area": str | None,
        "kind": Literal["area", "setup", "entry", "placed"],
        "sentences": list[str],
        "read": list[str],
        "hexes": list[str],
        "notes": list[str],
    },
)

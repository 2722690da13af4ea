"""A small access program in Python, for `hexcourt conform --command 'python partner.py' --rules access`.

It reads a question a line and writes an answer a line. `--fault NAME` plants a fault in it.
"""

from __future__ import annotations

import json
import re
import sys

FAULTS = ("untrained", "night_for_clerks", "expired_opens", "alarm_for_all")
ATOM = re.compile(r"(\w+)\(([\w,]+)\)\.")


def verdict(facts: set[tuple[str, ...]], fault: str) -> tuple[str, str]:
    """Return the request and what comes of it: yes, no or unknown."""
    request, person, room = next(each[1:] for each in facts if each[0] == "asks")
    role = next((each[2] for each in facts if each[:2] == ("role", person)), "")
    zone = next((each[2] for each in facts if each[:2] == ("zone", room)), "")
    company = {each[1] for each in facts if each[0] == "escorts" and each[2] == person}
    escort = {each[2] for each in facts if each[0] == "role" and each[1] in company}
    night, alarm = ("night", request) in facts, ("alarm", room) in facts
    emergency = alarm and role == "warden"
    untrained = ("trained", person) not in facts and fault != "untrained"
    if zone == "laboratory" and untrained:
        return request, "no"
    if alarm and not emergency and fault != "alarm_for_all":
        return request, "no"
    at_night = {"technician", "clerk"} if fault == "night_for_clerks" else {"technician"}
    if night and zone != "public" and role not in at_night and not emergency:
        return request, "no"
    if ("expired", person) in facts and not emergency and fault != "expired_opens":
        return request, "no"
    allowed = emergency or (zone == "public" and role != "")
    allowed |= zone == "office" and role in ("clerk", "technician")
    allowed |= zone == "laboratory" and role == "technician"
    allowed |= zone == "office" and role == "guest" and bool(escort & {"clerk", "technician"})
    if not allowed:
        return request, "no"
    return request, "unknown" if ("lost", person) in facts and not emergency else "yes"


def main() -> None:
    """Answer the questions on standard input."""
    fault = sys.argv[sys.argv.index("--fault") + 1] if "--fault" in sys.argv else ""
    for line in sys.stdin:
        question = json.loads(line)
        facts = {(name, *words.split(",")) for name, words in ATOM.findall(question["facts"])}
        answer = {"id": question["id"], "answer": "yes", "value": [list(verdict(facts, fault))]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()

"""Lets `hexcourt conform` ask a program that takes files and words, and ends with a status.

    hexcourt conform --command "python wrap_command.py my_los {facts} {viewer} {target}"

The facts of the position are written to a file, whose path takes the place of ``{facts}``; arguments of
the question take the place of their names in braces. Status 0 is yes, 1 is no, 3 is unknown.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ANSWERS = {0: "yes", 1: "no", 3: "unknown"}


def main() -> None:
    """Answer each question that is read."""
    with tempfile.TemporaryDirectory() as folder:
        facts = Path(folder, "position.lp")
        for line in sys.stdin:
            asked = json.loads(line)
            told = {**asked["arguments"], "facts": str(facts)}
            answer = "unsupported"
            if asked.get("facts") and not asked["place"] and not asked["given"]:
                facts.write_text(asked["facts"], "utf-8")
                try:
                    words = [each.format(**told) for each in sys.argv[1:]]
                except KeyError:  # a question that the command has no word for
                    words = []
                if words:
                    done = subprocess.run(words, capture_output=True, check=False)
                    answer = ANSWERS.get(done.returncode, "unsupported")
            print(json.dumps({"id": asked["id"], "answer": answer}), flush=True)


if __name__ == "__main__":
    main()

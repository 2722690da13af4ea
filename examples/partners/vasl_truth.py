"""Turns a table of recorded verdicts into a file of cases, for `hexcourt conform --recorded`.

    python vasl_truth.py bd01.ground.csv.gz path/to/bd01 --each 200 > bd01.jsonl
    hexcourt conform --recorded bd01.jsonl

The table has the columns ``from,to,blocked,hindrance,fragile``; fragile pairs are left out. Every Nth
pair is taken (``--each N``).
"""

import argparse
import csv
import gzip
import json
from pathlib import Path


def main() -> None:
    """Read the table, and print the cases."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", type=Path)
    parser.add_argument("board")
    parser.add_argument("--each", type=int, default=1)
    chosen = parser.parse_args()

    print(json.dumps({"cases": 1, "program": chosen.table.name}))
    with gzip.open(chosen.table, "rt", encoding="utf-8") as table:
        for number, row in enumerate(csv.DictReader(table)):
            if (
                number % chosen.each
                or row["fragile"] == "1"
                or {"/", "_"} & set(row["from"] + row["to"])
            ):
                continue
            blocked = row["blocked"] in ("1", "true")
            told = {"viewer": row["from"], "target": row["to"]}
            case = {"id": f"{row['from']}-{row['to']}", "question": "los", "arguments": told}
            case |= {"answer": "no" if blocked else "yes", "board": chosen.board}
            print(json.dumps(case | ({} if blocked else {"value": int(row["hindrance"] or 0)})))


if __name__ == "__main__":
    main()

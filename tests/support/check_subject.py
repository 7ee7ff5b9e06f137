#!/usr/bin/env python3
"""Checks the subject of a commit message: check_subject.py FILE

A subject has at most 72 characters, starts with an imperative verb that readers of a log expect, and has no full stop.
"""
import sys
from pathlib import Path

MAX_LENGTH = 72
UNEXPECTED = {"hold", "judge", "leave", "let", "look", "mend", "plant", "say", "take", "tell"}


def problems(subject):
    """What is wrong with the subject, one sentence each."""
    first = subject.split(" ", 1)[0]
    found = []
    if not first:
        return ["the subject is empty"]
    if len(subject) > MAX_LENGTH:
        found.append(f"the subject has {len(subject)} characters (allowed {MAX_LENGTH})")
    if not first[0].isupper():
        found.append(f"the subject starts with a small letter: {first}")
    if first.lower() in UNEXPECTED:
        found.append(f"'{first}' is not a verb that readers expect; write add, fix, remove, rename, reject, report, "
                     "document, test, speed up, support or refactor")
    if first.lower().endswith("ed") and first.lower() not in {"embed", "feed", "need", "seed", "speed"}:
        found.append(f"'{first}' is in the past; write the imperative")
    if subject.endswith("."):
        found.append("the subject ends with a full stop")
    return found


def main():
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    found = problems(lines[0].strip() if lines else "")
    for problem in found:
        print(f"commit message: {problem}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

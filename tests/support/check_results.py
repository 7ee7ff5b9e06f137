#!/usr/bin/env python3
"""Counts the results of ctest and names what failed.

    check_results.py RESULTS.xml ALLOWED.txt SHARED

RESULTS.xml is written by ctest --output-junit. ALLOWED.txt has lines `KIND PATTERN # reason`: the kind `shared` may be
skipped where the folder SHARED is missing, the kind `system` anywhere. The first line of the output is "TOTAL FAILED
ALLOWED UNEXPECTED": the numbers of all tests, of those that failed, and of skipped tests of both sorts. A line "failed:
NAME" or "skipped without being allowed to: NAME" follows for each that should not be, with the end of its output.
"""
import re
import sys
import xml.etree.ElementTree
from pathlib import Path

SHOWN_LINES = 8  # of the output of a test that failed
SHOWN_CHARACTERS = 200  # of each of these lines
# Lines that GoogleTest prints around the output of a test, and empty ones.
FRAME = re.compile(r"\[[-=]{10}\]|\[ +(RUN|OK|PASSED|FAILED) +\]|\s*\d+ FAILED TEST|\s*$")


def read_allowed(text):
    """(kind, pattern) of each line."""
    allowed = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = re.fullmatch(r"(shared|system) +(\S+) +# *(\S.*)", line)
        if not match:
            raise SystemExit(f"line {number}: is not `shared|system PATTERN # reason`: {line}")
        allowed.append((match.group(1), re.compile(match.group(2))))
    return allowed


def skipped_tests(suite):
    return [case.get("name") for case in suite.iter("testcase") if case.find("skipped") is not None]


def failed_tests(suite):
    """(name, last lines of the output) of each."""
    def end(output):
        lines = [line[:SHOWN_CHARACTERS] for line in output.splitlines() if not FRAME.match(line)]
        return lines[-SHOWN_LINES:]
    return [(case.get("name"), end(case.findtext("system-out", "")))
            for case in suite.iter("testcase") if case.find("failure") is not None]


def unexpected(names, allowed, has_shared):
    return [name for name in names
            if not any(pattern.fullmatch(name) and not (kind == "shared" and has_shared) for kind, pattern in allowed)]


def main():
    results, allowed, shared = map(Path, sys.argv[1:4])
    suite = xml.etree.ElementTree.fromstring(results.read_text(encoding="utf-8"))
    skipped = skipped_tests(suite)
    failed = failed_tests(suite)
    not_allowed = unexpected(skipped, read_allowed(allowed.read_text(encoding="utf-8")), shared.is_dir())
    print(len(list(suite.iter("testcase"))), len(failed), len(skipped) - len(not_allowed), len(not_allowed))
    for name, output in failed:
        print(*(f"  {line}" for line in output), f"failed: {name}", sep="\n")
    for name in not_allowed:
        print(f"skipped without being allowed to: {name}")


if __name__ == "__main__":
    main()

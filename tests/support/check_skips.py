#!/usr/bin/env python3
"""Finds tests that were skipped without being allowed to.

    check_skips.py RESULTS.xml ALLOWED.txt SHARED

RESULTS.xml is written by ctest --output-junit. ALLOWED.txt has lines `KIND PATTERN # reason`: the kind `shared` may be
skipped where the folder SHARED is missing, the kind `system` anywhere. Prints "ALLOWED UNEXPECTED", the numbers of
skipped tests of both sorts; unexpected ones are named on standard error with exit code 1.
"""
import re
import sys
import xml.etree.ElementTree
from pathlib import Path


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


def skipped_tests(xml_text):
    suite = xml.etree.ElementTree.fromstring(xml_text)
    return [case.get("name") for case in suite.iter("testcase") if case.find("skipped") is not None]


def unexpected(names, allowed, has_shared):
    return [name for name in names
            if not any(pattern.fullmatch(name) and not (kind == "shared" and has_shared) for kind, pattern in allowed)]


def main():
    results, allowed, shared = map(Path, sys.argv[1:4])
    names = skipped_tests(results.read_text(encoding="utf-8"))
    found = unexpected(names, read_allowed(allowed.read_text(encoding="utf-8")), shared.is_dir())
    for name in found:
        print(f"skipped without being allowed to (tests/support/allowed_skips.txt): {name}", file=sys.stderr)
    print(len(names) - len(found), len(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

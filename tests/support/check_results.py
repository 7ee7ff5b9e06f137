#!/usr/bin/env python3
"""Counts the results of ctest, names what failed and what took longest.

    check_results.py RESULTS.xml ALLOWED.txt SHARED [FOLDER]

RESULTS.xml is written by ctest --output-junit. FOLDER has a GoogleTest report NAME.xml for each ctest entry NAME that
runs several tests; each of these counts by itself. ALLOWED.txt has lines `KIND PATTERN # reason`: the kind `shared` may
be skipped where the folder SHARED is missing, the kind `system` anywhere. The first line of the output is
"TOTAL FAILED ALLOWED UNEXPECTED": the numbers of all tests, of failed ones, and of skipped tests of both kinds.
A line "failed: NAME", after the end of its output, or "skipped without being allowed to: NAME" follows for each test
that is not as it should be, then a line "slow: SECONDS NAME" for each of the twenty that took longest.
"""
import re
import sys
import xml.etree.ElementTree
from dataclasses import dataclass, field
from pathlib import Path

SHOWN_LINES = 8  # of the output of a test that failed
SHOWN_CHARACTERS = 200  # of each of these lines
SHOWN_SLOW = 20  # tests
# Lines that GoogleTest prints around the output of a test, and empty ones.
FRAME = re.compile(r"\[[-=]{10}\]|\[ +(RUN|OK|PASSED|FAILED) +\]|\s*\d+ FAILED TEST|\s*$")
STARTED = re.compile(r"^\[ RUN      \] (\S+)", re.MULTILINE)


@dataclass
class Test:
    name: str
    seconds: float = 0
    failed: bool = False
    skipped: bool = False
    output: list[str] = field(default_factory=list)  # last lines, of a failed test


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


def last_lines(output):
    lines = [line[:SHOWN_CHARACTERS] for line in output.splitlines() if not FRAME.match(line)]
    return lines[-SHOWN_LINES:]


def tests_of_program(report):
    """The tests in a GoogleTest report."""
    return [Test(f"{case.get('classname')}.{case.get('name')}", float(case.get("time", 0)),
                 case.find("failure") is not None, case.get("result") == "skipped",
                 last_lines("\n".join(failure.text or "" for failure in case.iter("failure"))))
            for case in report.iter("testcase")]


def test_of_entry(case):
    return Test(case.get("name"), float(case.get("time", 0)), case.find("failure") is not None,
                case.find("skipped") is not None, last_lines(case.findtext("system-out", "")))


def stopped_test(entry, case):
    """The test during which a program ended before its report was written."""
    started = STARTED.findall(case.findtext("system-out", ""))
    entry.failed = True
    entry.name += f" stopped in {started[-1]}" if started else " stopped before its first test"
    return entry


def read_tests(suite, folder):
    """All tests of the entries in ctest's suite, with the reports of `folder` (None: no entry has one)."""
    tests = []
    for case in suite.iter("testcase"):
        entry = test_of_entry(case)
        report = folder / f"{entry.name}.xml" if folder else None
        if report and report.is_file():
            inside = tests_of_program(xml.etree.ElementTree.parse(report).getroot())
            tests += inside
            if entry.failed and not any(test.failed for test in inside):
                tests.append(entry)  # a sanitizer's finding at the end of the program, or a time limit
        elif STARTED.search(case.findtext("system-out", "")):
            tests.append(stopped_test(entry, case))
        else:
            tests.append(entry)
    return tests


def unexpected(names, allowed, has_shared):
    return [name for name in names
            if not any(pattern.fullmatch(name) and not (kind == "shared" and has_shared) for kind, pattern in allowed)]


def main():
    results, allowed, shared = map(Path, sys.argv[1:4])
    folder = Path(sys.argv[4]) if len(sys.argv) > 4 else None
    tests = read_tests(xml.etree.ElementTree.fromstring(results.read_text(encoding="utf-8")), folder)
    failed = [test for test in tests if test.failed]
    skipped = [test.name for test in tests if test.skipped]
    not_allowed = unexpected(skipped, read_allowed(allowed.read_text(encoding="utf-8")), shared.is_dir())
    print(len(tests), len(failed), len(skipped) - len(not_allowed), len(not_allowed))
    for test in failed:
        print(*(f"  {line}" for line in test.output), f"failed: {test.name}", sep="\n")
    for name in not_allowed:
        print(f"skipped without being allowed to: {name}")
    for test in sorted(tests, key=lambda test: -test.seconds)[:SHOWN_SLOW]:
        print(f"slow: {test.seconds:.1f} {test.name}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Tests that pages name as a proof exist: named_tests_test.py CHECKOUT

docs/determinism.md and docs/readers.md have tables whose last column names the test that shows the line, as
`Suite.Name` of GoogleTest, or `Class.test_name` of a test in Python.
"""
import re
import sys
import unittest
from pathlib import Path

CHECKOUT = Path(sys.argv.pop(1)).resolve()
PAGES = ["docs/determinism.md", "docs/readers.md"]


def named_tests(text):
    """Number of the line and names of the tests of each row of tables with the column `shown by`."""
    shown = False
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("|"):
            shown = False
        elif line.rstrip().endswith("| shown by |"):
            shown = True
        elif shown and not re.fullmatch(r"[| -]+", line):
            yield number, re.findall(r"`(\w+\.\w+)`", line.rstrip(" |").rsplit("|", 1)[-1])


def tests_of_sources():
    found = set()
    for folder in ("src", "tests"):
        for file in (CHECKOUT / folder).rglob("*.cpp"):
            for suite, name in re.findall(r"\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)", file.read_text()):
                found.add(f"{suite}.{name}")
    for folder in ("python", "tests"):
        for file in (CHECKOUT / folder).rglob("*_test.py"):
            suite = ""
            for line in file.read_text().splitlines():
                suite = named[1] if (named := re.match(r"class (\w+)\(", line)) else suite
                if named := re.match(r"    def (test_\w+)\(", line):
                    found.add(f"{suite}.{named[1]}")
    return found


class NamedTests(unittest.TestCase):
    def test_each_row_names_tests_that_exist(self):
        known = tests_of_sources()
        wrong = []
        for page in PAGES:
            rows = list(named_tests((CHECKOUT / page).read_text()))
            self.assertGreater(len(rows), 5, page)
            for number, names in rows:
                wrong += [f"{page}:{number}: {name} is no test" for name in names if name not in known]
                if not names:
                    wrong.append(f"{page}:{number}: names no test")
        self.assertEqual(wrong, [])

    def test_a_missing_name_is_found(self):
        text = "| a | shown by |\n| --- | --- |\n| x | `Suite.Name` |\n| y | nothing |\n\n| z | `No.Row` |\n"
        self.assertEqual(list(named_tests(text)), [(3, ["Suite.Name"]), (4, [])])


if __name__ == "__main__":
    unittest.main()

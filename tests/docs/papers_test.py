#!/usr/bin/env python3
"""The table of the papers' items: papers_test.py CHECKOUT

Its first table counts the rows of the others; each row has a status and evidence; tests and files that rows name exist.
"""
import re
import sys
import unittest
from pathlib import Path

CHECKOUT = Path(sys.argv.pop(1)).resolve()
PAGE = (CHECKOUT / "docs/validation/papers.md").read_text()
STATUSES = ("works", "equivalent", "differs", "no data", "missing")
ITEMS = {"Yu2022": 60, "Escalona2021": 42, "Antunes2018": 56, "Vollebregt2021": 51, "Ros2017": 43}


def cells(line):
    return [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split(" | ")]


def rows(text):
    """The rows of each paper: item, status, evidence."""
    return {paper: [cells(line) for line in body.splitlines() if line.startswith("| ")][2:]
            for paper, body in re.findall(r"^## \[(\w+)\]\n(.*?)(?=^## |\Z)", text, re.M | re.S)}


def counts(text):
    """Of the first table: for each paper, and for all of them."""
    return {paper: [int(n) for n in re.findall(r"\d+", numbers)]
            for paper, numbers in re.findall(r"^\| \[?(\w+)\]? \|((?: \d+ \|){6})$", text, re.M)}


def counted(text):
    """What the first table should say."""
    found = {paper: [len(of), *(sum(row[1] == status for row in of) for status in STATUSES)]
             for paper, of in rows(text).items()}
    return found | {"all": [sum(n) for n in zip(*found.values())]}


def bad_rows(text):
    """Rows without three cells or a status; that work without evidence that can be looked up; that stand twice."""
    bad = []
    for paper, of in rows(text).items():
        for row in of:
            evidence = row[-1]
            if len(row) != 3 or row[1] not in STATUSES or not evidence:
                bad.append(f"{paper}: {row[0]}: not a row")
            elif row[1] in ("works", "equivalent") and not (tests(evidence) or files(evidence) or re.search(r"\]\([^)]+\)", evidence)):
                bad.append(f"{paper}: {row[0]}: works, and names neither a test nor a page nor a file")
        bad += [f"{paper}: {item}: stands twice" for item in {row[0] for row in of}
                if sum(row[0] == item for row in of) > 1]
    return bad


def tests(text):
    """Names of tests in backticks; an ellipsis or an asterisk stands for the rest of a name."""
    return re.findall(r"`([A-Z]\w+\.(?:[A-Z]\w*)?[*…]?)`", text)


def files(text):
    return re.findall(r"`((?:models|scripts|tests|examples|src)/[\w./-]+)`", text)


def known_tests():
    sources = [file for folder in ("src", "tests", "apps") for file in (CHECKOUT / folder).rglob("*_test.cpp")]
    return {f"{suite}.{name}" for file in sources for suite, name in
            re.findall(r"^(?:TYPED_)?TEST(?:_[FP])?\(\s*(\w+),\s*(\w+)\)", file.read_text(), re.M)}


def unknown_tests(text, known):
    def exists(name):
        start = name.rstrip("*…")
        return name in known or start != name and any(test.startswith(start) for test in known)
    return [name for name in tests(text) if not exists(name)]


class Table(unittest.TestCase):
    def test_has_all_items(self):
        self.assertEqual({paper: len(of) for paper, of in rows(PAGE).items()}, ITEMS)

    def test_counts_its_rows(self):
        self.assertEqual(counts(PAGE), counted(PAGE))

    def test_rows_have_status_and_evidence(self):
        self.assertEqual(bad_rows(PAGE), [])

    def test_its_tests_exist(self):
        self.assertGreater(len(tests(PAGE)), 150)
        self.assertEqual(unknown_tests(PAGE, known_tests()), [])

    def test_its_files_exist(self):
        self.assertEqual([file for file in files(PAGE) if not (CHECKOUT / file).exists()], [])


class Faults(unittest.TestCase):
    """A change of a row is found."""
    page = ("| [A2020] | 2 | 1 | 0 | 1 | 0 | 0 |\n| all | 2 | 1 | 0 | 1 | 0 | 0 |\n\n## [A2020]\n\n| item | now | evidence |\n"
            "| --- | --- | --- |\n| 1, x | works | `Beam.Bends` |\n| 2, y | differs | Because: [y.md](y.md) |\n")

    def test_sound_pages_have_none(self):
        self.assertEqual(counts(self.page), counted(self.page))
        self.assertEqual(bad_rows(self.page), [])

    def test_another_status(self):
        self.assertNotEqual(counts(self.page), counted(self.page.replace("| differs |", "| missing |")))

    def test_a_row_that_goes(self):
        self.assertNotEqual(counts(self.page), counted(self.page.replace("| 1, x | works | `Beam.Bends` |\n", "")))

    def test_another_sum(self):
        changed = self.page.replace("| all | 2 |", "| all | 3 |")
        self.assertNotEqual(counts(changed), counted(changed))

    def test_rows_that_are_none(self):
        for old, new in (("works", "partly"), ("`Beam.Bends`", "Of course."), ("| Because: [y.md](y.md) |", "|"),
                         ("2, y", "1, x")):
            self.assertEqual(len(bad_rows(self.page.replace(old, new))), 1, new)

    def test_tests_that_are_not_there(self):
        known = {"Beam.BendsFar", "Rail.Sinks"}
        self.assertEqual(unknown_tests("`Beam.Bends`, `Beam.Bends…`, `Beam.*`, `Rail.Sinks`, `Tie.*`, `a.toml`", known),
                         ["Beam.Bends", "Tie.*"])


if __name__ == "__main__":
    unittest.main()

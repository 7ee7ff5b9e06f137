#!/usr/bin/env python3
"""Form and names of the hand-written pages: pages_test.py CHECKOUT

Lines have at most 120 characters, except in tables. Every function in a walk of docs/architecture.md is in the file
beside it, its table has every room, and every name of the glossary is in the sources or in the reference of keys.
"""
import re
import sys
import unittest
from pathlib import Path

CHECKOUT = Path(sys.argv.pop(1)).resolve()
DOCS = CHECKOUT / "docs"
SOURCES = CHECKOUT / "src/flangeway"
LONGEST = 120


def hand_written():
    return [CHECKOUT / "README.md", CHECKOUT / "CONTRIBUTING.md", CHECKOUT / "examples/README.md",
            *(page for page in DOCS.rglob("*.md") if page.parent.name != "reference")]


def long_lines(text):
    """Number and length of each line that is too long and in no table."""
    return [(number, len(line)) for number, line in enumerate(text.splitlines(), 1)
            if len(line) > LONGEST and not line.lstrip().startswith("|")]


def walks(text):
    """Each line of a code block that names a header: the functions that it calls, and the headers."""
    for block in re.findall(r"^```\n(.*?)^```$", text, re.M | re.S):
        for line in block.splitlines():
            headers = re.findall(r"\b[\w/]+\.hpp\b", line)
            if headers:
                yield re.findall(r"(\w+)\(\)", line), headers


def names(glossary):
    """What stands in backticks in the last column of the glossary."""
    for line in glossary.splitlines():
        if line.startswith("|"):
            yield from re.findall(r"`([^`]+)`", line.rstrip(" |").rsplit("|", 1)[-1])


class Form(unittest.TestCase):
    def test_lines_are_short(self):
        found = [f"{page.relative_to(CHECKOUT)}:{number}: {length} characters"
                 for page in hand_written() for number, length in long_lines(page.read_text())]
        self.assertEqual(found, [])

    def test_no_page_has_marks_of_an_unfinished_merge(self):
        found = [page.name for page in hand_written() if re.search("^(<{7}|>{7}) ", page.read_text(), re.M)]
        self.assertEqual(found, [])

    def test_a_long_line_is_found_and_a_table_is_not(self):
        self.assertEqual(long_lines("short\n" + "x" * 121 + "\n| " + "y" * 200 + " |\n"), [(2, 121)])


class Architecture(unittest.TestCase):
    page = (DOCS / "architecture.md").read_text()

    def test_functions_are_in_the_file_beside_them(self):
        found = list(walks(self.page))
        self.assertGreater(len(found), 25)
        for functions, headers in found:
            files = [SOURCES / header for header in headers]
            self.assertEqual([file for file in files if not file.is_file()], [])
            text = "".join(file.read_text() for file in files)
            for function in functions:
                self.assertRegex(text, rf"\b{function}\(", f"{function} is not in {headers}")

    def test_every_room_is_in_the_table(self):
        listed = set(re.findall(r"^\| `(\w+)` \|", self.page, re.M))
        rooms = {folder.parent.name for folder in SOURCES.glob("*/CMakeLists.txt")}
        self.assertEqual(rooms - listed, set())


class Glossary(unittest.TestCase):
    def test_its_names_exist(self):
        known = "".join(file.read_text() for folder in (SOURCES, CHECKOUT / "apps", DOCS / "reference")
                        for file in folder.rglob("*") if file.suffix in (".hpp", ".cpp", ".md"))
        headers = {str(file.relative_to(SOURCES)) for file in SOURCES.rglob("*.hpp")}
        rooms = {folder.name for folder in SOURCES.iterdir()}
        for name in names((DOCS / "glossary.md").read_text()):
            last = re.split(r"::|\.(?!hpp)|\s", name)[-1].strip("-[]*").split("/")[-1]
            self.assertTrue(name in headers | rooms or last in known or not last, name)

    def test_terms_are_in_alphabetical_order(self):
        terms = re.findall(r"^\| ([^|]+) \|", (DOCS / "glossary.md").read_text(), re.M)[2:]
        keys = [re.sub(r"[^a-z ]", " ", term.lower()) for term in terms]
        self.assertGreater(len(keys), 100)
        self.assertEqual(keys, sorted(keys))


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Every source that the project names, `[Key]` or `[Key, eq. n]`, must be in docs/references.bib.

    check_references.py CHECKOUT

Looks at the comments of the C++ sources, and at the whole of the Markdown and TOML files and of tables of data.
A bracket cites if its first part is a key: a name that begins with a capital letter, with a number in it
(`[EN13715]`, `[ERRI_B176, Polach1999]`) or with a place after it (`[Nadal, eq. 3]`). Parts that follow, after commas
or semicolons, are keys if they have a number in them and no blank. Prints file:line for each key that is
missing and each key that the bibliography holds twice, and ends with exit code 1.
"""
import re
import sys
from collections import Counter
from pathlib import Path

FOLDERS = ["include", "src", "apps", "tests", "benchmarks", "docs", "models", "python", "examples"]
ENDINGS = {".cpp", ".hpp", ".md", ".toml", ".csv", ".inc"}
# Not after a name or a bracket (that is an index), and not before a parenthesis (that is a link of Markdown).
BRACKET = re.compile(r"(?<![\w\])\[])\[([^\[\]\n]+)\](?![(\]])")
KEY_WITH_NUMBER = re.compile(r"(?:[A-Z]|de[A-Z])[A-Za-z_-]*\d[\w-]*")
NAME = re.compile(r"[A-Z][A-Za-z_-]+")
PLACE = re.compile(r"(eqs?\.|chs?\.|chapter|secs?\.|section|tables?|figs?\.|pp?\.|app\.|annex|§|\d)", re.IGNORECASE)
COMMENT = re.compile(r"//(.*)|/\*(.*?)\*/", re.DOTALL)
ENTRY = re.compile(r"^@\w+\{([^,\s]+),", re.MULTILINE)


def text_to_search(file):
    """The text with everything but comments blanked out in C++, so that line numbers stay."""
    text = file.read_text(encoding="utf-8", errors="replace")
    if file.suffix not in {".cpp", ".hpp"}:
        return text
    return "\n".join("".join(part for match in COMMENT.findall(line) for part in match) for line in text.split("\n"))


def citations(text):
    """(line number, key) of each."""
    for number, line in enumerate(text.split("\n"), 1):
        for bracket in BRACKET.findall(line):
            first, *others = re.split(r"[,;]\s*", bracket)
            has_place = bool(others) and PLACE.match(others[0])
            if first == "Key":  # how a text speaks of keys
                continue
            if KEY_WITH_NUMBER.fullmatch(first) or (has_place and NAME.fullmatch(first)):
                yield number, first
                yield from ((number, other) for other in others if len(other) > 4 and KEY_WITH_NUMBER.fullmatch(other))


def files(checkout):
    yield from sorted(checkout.glob("*.md"))
    for folder in FOLDERS:
        yield from sorted(file for file in (checkout / folder).rglob("*") if file.suffix in ENDINGS)


def violations(checkout):
    entries = ENTRY.findall((checkout / "docs/references.bib").read_text(encoding="utf-8"))
    for key, times in Counter(entries).items():
        if times > 1:
            yield f"docs/references.bib: {key} is there {times} times"
    for file in files(checkout):
        if file.name.startswith("check_references"):
            continue
        for number, key in citations(text_to_search(file)):
            if key not in entries:
                yield f"{file}:{number}: [{key}] is not in docs/references.bib"


def main():
    found = list(violations(Path(sys.argv[1])))
    print("\n".join(found) if found else "every source that is named is in docs/references.bib")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

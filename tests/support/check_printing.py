#!/usr/bin/env python3
"""Checks that nothing prints past apps/flangeway/standard_streams.cpp.

    check_printing.py CHECKOUT

fmt::print throws where a stream is full or closed, and std::cout and the functions of C lose what they could not write.
Generated C code (src/flangeway/codegen/runtime) prints by itself, and so do processes of controllers and FMUs.

Prints each violation as file:line and ends with exit code 1.
"""
import re
import sys
from pathlib import Path

PRINTS = re.compile(r"\b(fmt::print(?:ln)?|std::c(?:out|err|log)|(?:std::)?v?f?printf|(?:std::)?(?:f?puts|f?putc|putchar|perror))\b")
THE_PLACE = "apps/flangeway/standard_streams.cpp"
# Comments, characters and texts, in which nothing is called.
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|'(?:[^'\\\n]|\\.)'|R\"\(.*?\)\"|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)


def violations(checkout):
    """file:line of each call that prints."""
    found = []
    for folder in ("apps", "src", "include", "python/src"):
        for path in sorted((checkout / folder).rglob("*.[ch]pp")):
            name = path.relative_to(checkout).as_posix()
            if name == THE_PLACE or "/test/" in name:
                continue
            code = COMMENT.sub(lambda match: "\n" * match.group().count("\n"), path.read_text())
            for number, line in enumerate(code.splitlines(), 1):
                for match in PRINTS.finditer(line):
                    found.append(f"{name}:{number}: {match.group()} prints; use put_out or put_error ({THE_PLACE})")
    return found


def main():
    found = violations(Path(sys.argv[1]))
    print("\n".join(found) if found else "nothing prints elsewhere")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

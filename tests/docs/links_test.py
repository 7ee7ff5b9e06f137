#!/usr/bin/env python3
"""Every relative link of every page leads to a file, and to a heading of it; pages that sources name are there; the
lists of four folders name all their pages; no two decisions have one number: links_test.py CHECKOUT"""
import re
import sys
from collections import Counter
from pathlib import Path

SOURCES = ("include", "src", "apps", "tests", "scripts", "python", "benchmarks", "models", "examples", "cmake")
ENDINGS = {".cpp", ".hpp", ".py", ".txt", ".cmake", ".toml", ".json", ".sh", ""}


def anchors(text):
    """As GitHub and MyST make them from headings."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", h.lower()).strip().replace(" ", "-") for h in headings}


def broken_links(root, pages):
    broken = []
    for page in pages:
        text = re.sub(r"^```.*?^```$|`[^`\n]*`", "", page.read_text(), flags=re.M | re.S)
        for link in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", link):
                continue
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            if not target.exists():
                broken.append(f"{page.relative_to(root)}: {link} is not there")
            elif anchor and target.suffix == ".md" and anchor not in anchors(target.read_text()):
                broken.append(f"{page.relative_to(root)}: {link}: no such heading")
    return broken


def broken_names(root):
    """Pages that comments of sources name."""
    files = [f for folder in SOURCES for f in (root / folder).rglob("*")
             if f.suffix in ENDINGS and f.is_file() and "node_modules" not in f.parts and f.name != "checkers_test.py"]
    return [f"{f.relative_to(root)}: {name} is not there" for f in files
            for name in set(re.findall(r"\bdocs/[\w/.-]+\.(?:md|bib|svg)\b", f.read_text(errors="ignore")))
            if not (root / name).exists()]


def left_out(root):
    """Pages of a folder that its README does not name, and numbers of decisions that stand twice."""
    missing = []
    for folder in ("theory", "validation", "howto", "decisions"):
        listed = (root / "docs" / folder / "README.md").read_text()
        missing += [f"docs/{folder}/README.md: {page.name} is not in the list"
                    for page in sorted((root / "docs" / folder).glob("*.md"))
                    if page.name != "README.md" and f"]({page.name})" not in listed]
    numbers = Counter(page.name[:4] for page in (root / "docs/decisions").glob("0*.md"))
    return missing + [f"docs/decisions: {number} stands {n} times" for number, n in numbers.items() if n > 1]


def main():
    root = Path(sys.argv[1]).resolve()
    pages = [*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("examples/*.md")]
    broken = broken_links(root, pages) + broken_names(root) + left_out(root)
    print("\n".join(broken) or f"{len(pages)} pages")
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()

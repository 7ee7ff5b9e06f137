#!/usr/bin/env python3
"""Every relative link of every page leads to a file, and to a heading of it: links_test.py CHECKOUT"""
import re
import sys
from pathlib import Path


def anchors(text):
    """As GitHub and pandoc make them from headings."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", h.lower()).strip().replace(" ", "-") for h in headings}


def main():
    root = Path(sys.argv[1]).resolve()
    pages = [*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("examples/*.md")]
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
    print("\n".join(broken) or f"{len(pages)} pages")
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()

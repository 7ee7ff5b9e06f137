#!/usr/bin/env python3
"""Counts wording that readers stop at, in sources and pages: check_words.py CHECKOUT [--show RULE | --record]

Each rule is a pattern with the wording that native technical English has in its place. Places of earlier years are counted
in tests/support/words_allowed.txt, a line `AREA RULE COUNT` for each room, page folder and rule; a count may only
shrink. --show prints every place of one rule, --record writes today's counts where they are smaller (or new).
"""
import re
import sys
from collections import Counter
from pathlib import Path

# Rule: (pattern, where it applies, better). Comments are the text behind //, # in Python, and pages whole.
RULES = {
    "comment_opens_with_what": (r"^(What|Of|Where) ", "comments", "begin with what the thing is, or say why"),
    "mended": (r"\b[Mm]end(s|ed|ing)?\b", "text", "fix, fixed"),
    "held_against": (r"\b(held|holds?) .{0,40}\bagainst\b", "text", "checked against, compared with"),
    "from_on": (r"\bfrom \S+ on\b", "text", "starting at, beyond"),
    "such_a": (r"\bsuch an? \w", "text", "this, a … of this kind"),
    "as_yet": (r"\b(as yet|the lesser)\b", "text", "yet, the smaller"),
    "superlative_constant": (r"constexpr \w+ (most|least|largest|smallest|slowest|fastest|widest|longest|shortest|"
                             r"highest|lowest|deepest|finest|steepest|nearest|farthest)\w* *=", "code",
                             "max_…, min_…, …_limit, …_tolerance"),
    "watches": (r"\b(watches|notices|looks)\b *[;({]", "code", "monitors, diagnostics, evaluations"),
    "comment_opens_with_it": (r"^(It|They) (is|are|has|have|was|were)\b", "comments", "begin with what the thing is"),
    "that_of": (r"\b(that|those) of\b", "text", "repeat the noun, or the possessive: the wheel's"),
    "of_which": (r"\bof (which|whom)\b", "text", "two sentences, or whose"),
    "beside": (r"\bbeside\b", "text", "next to, besides, compared with"),
    "stands": (r"\bstands? (in|on|at|below|above|behind|before|between|under|there)\b", "text", "is, is written, precedes"),
    "asked": (r"\b(is|are|was|were|been|be) asked\b|\basked (for|of)\b", "text", "requested, required"),
    "told": (r"\b(is|are|was|were|been|be) (told|said|noticed)\b(?! apart)", "text", "reported, printed, stated, detected"),
    "in_order": (r"\bin order (to|that)\b", "text", "to, so that"),
    "what_is": (r"\b[Ww]hat (is|are|was|were|has|have|had|does|did|they|it|a|an|the|no|only|both|each)\b(?! \w+\?)",
                "text", "a noun: the rest, the result, the data"),
    "listed_name": (r"[\w>&*](?<!return) (places?|texts|notices?|watch|looks?|lasts|lasting|widest|most|least|told|said)"
                    r"(?: *=[^=]| *\{| *;|\(\))", "code",
                    "position, messages, diagnostic, monitor, evaluations, min_…, max_…"),
    # Formulas have numbers, vectors and matrices; everything else is named by a word.
    "short_name": (r"^\s*(?:static |inline |const |constexpr )*(?!for\b|return\b|else\b|using\b|throw\b|case\b|new\b"
                   r"|delete\b|(?:math::|Eigen::)?(?:Vec|Mat|Batch|Mask|Complex|Real|Scalar|Two|Quaternion|Expression"
                   r"|Packed|[A-Z]\b))(?:auto|bool|std::\w+(?:<[^;=]*>)?|fs::path|[A-Z]\w*(?:<[^;=]*>)?"
                   r"|\w+::[A-Z]\w*(?:<[^;=]*>)?)(?: ?[&*])? (?![ijkmnpqstuvwxyz]_?\b)[A-Za-z]\w?(?: *=[^=]| *\{| *;)",
                   "code", "a word that says what it is"),
}
SOURCES = ("include", "src", "apps", "python", "tests", "scripts", "benchmarks")
ENDINGS = {".cpp", ".hpp", ".py"}


def area_of(path):
    """What is counted together: a room, another folder of sources, a folder of pages."""
    parts = path.parts
    if parts[0] == "include" or parts[0] == "src":
        return f"room/{parts[2]}" if len(parts) > 3 else parts[0]
    return "/".join(parts[:2]) if parts[0] in ("docs", "tests", "apps") and len(parts) > 2 else parts[0]


def comments(text, ending):
    """Line number and text of every comment."""
    mark = r"#" if ending == ".py" else r"///?<?"
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.search(rf"(?:^|\s){mark}\s*(.*)$", line):
            yield number, match.group(1)


def lines_for(kind, path, text):
    page = path.suffix == ".md"
    if kind == "code":
        return [] if page else enumerate(text.splitlines(), 1)
    if page:
        return enumerate(text.splitlines(), 1) if kind == "text" else []
    return comments(text, path.suffix)


def places(root):
    """(area, rule, path, line number, line) of every place."""
    files = [path for folder in SOURCES for path in sorted((root / folder).rglob("*")) if path.suffix in ENDINGS]
    files += sorted((root / "docs").rglob("*.md")) + sorted(root.glob("*.md"))
    for path in files:
        name = path.relative_to(root)
        if name.name in ("check_words.py", "check_subject.py", "checkers_test.py") or "reference" in name.parts[:2]:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        for rule, (pattern, kind, _) in RULES.items():
            for number, line in lines_for(kind, path, text):
                if re.search(pattern, line):
                    yield area_of(name), rule, name, number, line.strip()


def read_allowed(text):
    allowed = {}
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            area, rule, count = line.split()
            allowed[area, rule] = int(count)
    return allowed


def grown(counts, allowed):
    """What has more places than allowed, one line each."""
    return [f"{area}: {count} places of {rule} (allowed {allowed.get((area, rule), 0)}); better: {RULES[rule][2]}"
            for (area, rule), count in sorted(counts.items()) if count > allowed.get((area, rule), 0)]


def main():
    root = Path(sys.argv[1])
    table = root / "tests/support/words_allowed.txt"
    found = list(places(root))
    if "--show" in sys.argv:
        rule = sys.argv[sys.argv.index("--show") + 1]
        for _, one, path, number, line in found:
            if one == rule:
                print(f"{path}:{number}: {line}")
        return 0
    counts = Counter((area, rule) for area, rule, *_ in found)
    allowed = read_allowed(table.read_text()) if table.exists() else {}
    if "--record" in sys.argv:
        kept = {key: min(count, allowed.get(key, count)) for key, count in counts.items()}
        table.write_text("# Places of wording that is to go (check_words.py). A count may only shrink.\n"
                         + "".join(f"{area} {rule} {count}\n" for (area, rule), count in sorted(kept.items())))
        return 0
    for line in (problems := grown(counts, allowed)):
        print(line)
    print(f"{sum(counts.values())} places of wording that is to go, in {len(counts)} counts")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

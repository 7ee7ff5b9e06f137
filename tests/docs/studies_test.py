#!/usr/bin/env python3
"""docs/studies.md says how many runs each study has that comes with the program.

studies_test.py FLANGEWAY ROOT
"""

import pathlib
import re
import subprocess
import sys

flangeway, root = sys.argv[1], pathlib.Path(sys.argv[2])
text = (root / "docs/studies.md").read_text(encoding="utf-8")
told = dict(re.findall(r"^\| `(\w+)` \| .* \| (\d+) \|$", text[text.index("Studies that come with Flangeway"):], re.M))
files = {file.stem: file for file in (root / "models/studies").glob("*.toml")}
wrong = [f"{name} is not told of" for name in sorted(files.keys() - told.keys())]
for name, count in told.items():
    if name not in files:
        wrong.append(f"{name} does not exist")
        continue
    if "[optimise]" in files[name].read_text(encoding="utf-8"):
        continue  # an optimisation chooses its runs
    listed = subprocess.run([flangeway, "study", files[name], "--list"], capture_output=True, text=True, check=True)
    runs = len(listed.stdout.splitlines())
    if runs != int(count):
        wrong.append(f"{name}: {count} runs in the page, {runs} by --list")
print("\n".join(wrong))
sys.exit(bool(wrong))

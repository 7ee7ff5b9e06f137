#!/usr/bin/env python3
"""Holds the C++ sources against .clang-format: check_format.py CHECKOUT.

Another major version of clang-format breaks some lines otherwise, so that only the one of Debian 12 is asked;
without it the check is skipped (exit code 77). `make format` puts right what is found.
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

MAJOR_VERSION = "14"
SKIPPED = 77


def main():
    checkout = Path(sys.argv[1])
    program = shutil.which(f"clang-format-{MAJOR_VERSION}") or shutil.which("clang-format")
    version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout if program else ""
    if not re.search(rf"version {MAJOR_VERSION}\.", version):
        print(f"skipped: the sources are formatted by clang-format {MAJOR_VERSION}, here is {version.strip() or 'none'}")
        return SKIPPED
    files = subprocess.run([checkout / "scripts/sources"], capture_output=True, text=True, check=True).stdout.split()
    run = subprocess.run([program, "--dry-run", "--Werror", *files], cwd=checkout, capture_output=True, text=True)
    unformatted = sorted(set(re.findall(r"^(.*?):\d+:\d+: error: code should be clang-formatted", run.stderr, re.M)))
    if run.returncode != 0:
        print("\n".join(unformatted) or run.stderr)
        print("these are not formatted; `make format` does it")
    return 1 if run.returncode else 0


if __name__ == "__main__":
    sys.exit(main())

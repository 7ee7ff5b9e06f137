#!/usr/bin/env python3
"""Runs what the documentation tells a reader to type: commands_test.py PROGRAM CHECKOUT PAGE…

Every block ```sh of a page runs with bash, one after another, in an empty folder that has the models, the examples and
the headers of the checkout; a block ```py runs with the Python module where PYTHONPATH has it. The first command that
fails is shown.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def blocks(text):
    return re.findall(r"^```(sh|py)\n(.*?)^```$", text, re.M | re.S)


def run_page(page, program, checkout):
    with tempfile.TemporaryDirectory() as folder:
        for name in ("models", "examples", "include", "src", "tests"):
            os.symlink(checkout / name, f"{folder}/{name}")
        environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"}
        python = "".join(text for kind, text in blocks(page.read_text()) if kind == "py")
        commands = [["bash", "-euo", "pipefail", "-c", text] for kind, text in blocks(page.read_text()) if kind == "sh"]
        for command in commands + ([[sys.executable, "-c", python]] if python else []):
            run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
            if run.returncode != 0:
                sys.exit(f"{page.name}: this fails with exit code {run.returncode}:\n{command[-1]}\n{run.stderr[-2000:]}")
        if not commands and not python:
            sys.exit(f"{page.name} has no command to try")


def main():
    program, checkout, *pages = map(Path, sys.argv[1:])
    for page in pages:
        run_page(page.resolve(), program.resolve(), checkout.resolve())


if __name__ == "__main__":
    main()

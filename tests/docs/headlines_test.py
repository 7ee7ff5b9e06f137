#!/usr/bin/env python3
"""The headlines of the papers: headlines_test.py PROGRAM CHECKOUT

The page shows the CSV, and quick figures are those of a run of now.
"""
import csv
import importlib.machinery
import importlib.util
import subprocess
import sys
import unittest
from pathlib import Path

PROGRAM, CHECKOUT = sys.argv.pop(1), Path(sys.argv.pop(1)).resolve()
SCRIPT = CHECKOUT / "scripts/headlines"


def script():
    loader = importlib.machinery.SourceFileLoader("headlines", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("headlines", loader))
    loader.exec_module(module)
    return module


class Headlines(unittest.TestCase):
    def test_the_page_shows_the_table(self):
        headlines = script()
        with headlines.TABLE.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["name"] for row in rows], [h["name"] for h in headlines.HEADLINES])
        self.assertIn(headlines.markdown(rows), headlines.PAGE.read_text(encoding="utf-8"))
        self.assertEqual(headlines.picture(rows), headlines.PICTURE.read_text(encoding="utf-8"))

    def test_quick_figures_are_those_of_now(self):
        done = subprocess.run([sys.executable, "-B", SCRIPT, PROGRAM, "--check", "--quick"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_figure_that_moved_is_found(self):
        self.assertEqual(script().moved("x", "1.000", "1.0005"), [])
        self.assertEqual(len(script().moved("x", "1.000", "1.002")), 1)


if __name__ == "__main__":
    unittest.main()

"""What the tests of pages share: the program, the checkout and where screenshots stay."""
import subprocess
import sys
import unittest
from pathlib import Path

import browser

PROGRAM, CHECKOUT, SCREENSHOTS = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])

# Blobs that the page saves, and their names.
CATCH = """window.saved = [];
  URL.createObjectURL = blob => { window.saved.push({blob}); return 'blob:caught'; };
  HTMLAnchorElement.prototype.click = function () { window.saved[window.saved.length - 1].name = this.download; };"""


def flangeway(*words):
    done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def model(name):
    return CHECKOUT / "models" / name


def case(name):
    return model("cases") / name


def nothing_went_wrong(test, page):
    test.assertEqual(page.console, [])
    test.assertEqual([url for url in page.requests if not url.startswith(("file:", "data:", "blob:"))], [])


def saved(page, press):
    """What the page saves when the script `press` has run: the text of the file, or the first bytes of a picture, and its name."""
    before = page.evaluate("window.saved.length")
    page.evaluate(press)
    page.wait_for(f"window.saved.length > {before} && window.saved[window.saved.length - 1].name")
    return page.evaluate("(async ({blob, name}) => [await blob.text(), name])(window.saved[window.saved.length - 1])")


def main():
    """Ends with 77 (skipped) where there is no browser."""
    if browser.find_browser() is None:
        print("skipped: there is no Chromium (scripts/setup installs it)")
        sys.exit(77)
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    unittest.main(argv=sys.argv[:1] + sys.argv[4:], verbosity=2)

#!/usr/bin/env python3
"""Holds the bundle in web/libraries against the sources it was made from.

    bundle_test.py CHECKOUT

Always by the hash in its first line; where web/node_modules has the packages (`npm ci` in web/), byte by byte too.
"""
import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path


def main(checkout):
    web = Path(checkout) / "web"
    bundle = (web / "libraries/libraries.js").read_bytes()
    digest = hashlib.sha256()
    for name in ("build.mjs", "libraries.mjs", "package-lock.json"):
        digest.update((web / name).read_bytes())
    if not bundle.startswith(f"/*! Sources {digest.hexdigest()}\n".encode()):
        sys.exit("web/libraries is not of the present sources: run `npm ci && npm run build` in web/ and commit web/libraries")
    if not (web / "node_modules/esbuild").is_dir():
        print("the hash fits; web/node_modules is not there: not bundled again")
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["node", "build.mjs", folder], cwd=web, check=True, stdout=subprocess.DEVNULL)
        for name in ("libraries.js", "libraries.css"):
            if (Path(folder) / name).read_bytes() != (web / "libraries" / name).read_bytes():
                sys.exit(f"web/libraries/{name} is not what `npm run build` makes: was another version of a package in node_modules?")
    print("the bundle is what its sources make")


main(sys.argv[1])

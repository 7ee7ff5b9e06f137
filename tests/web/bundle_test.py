#!/usr/bin/env python3
"""Compares the bundles in web/libraries with the sources they were made from.

    bundle_test.py CHECKOUT

Always by the hash in its first line; where web/node_modules has the packages (`npm ci` in web/), byte by byte too, and the types of
the workbench are checked.
"""
import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path


def main(checkout):
    web = Path(checkout) / "web"
    digest = hashlib.sha256()
    for name in ("build.mjs", "libraries.mjs", "workbench.mjs", "package-lock.json"):
        digest.update((web / name).read_bytes())
    for name in ("libraries.js", "workbench.js"):
        if not (web / "libraries" / name).read_bytes().startswith(f"/*! Sources {digest.hexdigest()}\n".encode()):
            sys.exit(f"web/libraries/{name} is not of the present sources: run `npm ci && npm run build` in web/ and commit web/libraries")
    if not (web / "node_modules/esbuild").is_dir():
        print("the hash fits; web/node_modules is not there: not bundled again")
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["node", "build.mjs", folder], cwd=web, check=True, stdout=subprocess.DEVNULL)
        for name in ("libraries.js", "libraries.css", "workbench.js"):
            if (Path(folder) / name).read_bytes() != (web / "libraries" / name).read_bytes():
                sys.exit(f"web/libraries/{name} is not what `npm run build` makes: was another version of a package in node_modules?")
    print("the bundles are what their sources make")
    if (web / "node_modules/typescript").is_dir() and subprocess.run(["npm", "run", "--silent", "check"], cwd=web).returncode:
        sys.exit("the types of web/workbench do not fit")


main(sys.argv[1])

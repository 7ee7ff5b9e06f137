#!/usr/bin/env python3
"""The program has what a release is hardened with: hardened_test.py PROGRAM

It lies at another address each time (PIE), its tables of addresses cannot be written to after the start (RELRO, all
addresses found at the start), its stack cannot be executed and has canaries, and functions of the C library know the
sizes of buffers (FORTIFY_SOURCE). Needs readelf.
"""
import re
import shutil
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)
SKIPPED = 77


def read(*options):
    return subprocess.run(["readelf", "--wide", *options, PROGRAM], text=True, stdout=subprocess.PIPE, check=True).stdout


class Hardened(unittest.TestCase):
    def test_lies_at_any_address(self):
        self.assertRegex(read("--file-header"), r"Type:\s+DYN")

    def test_tables_of_addresses_are_read_only(self):
        self.assertIn("GNU_RELRO", read("--program-headers"))
        self.assertTrue(re.search(r"BIND_NOW|Flags: .*NOW", read("--dynamic")), "addresses are found later")

    def test_no_stack_is_executed(self):
        self.assertRegex(read("--program-headers"), r"GNU_STACK\s.*\sRW\s")

    def test_stacks_have_canaries_and_buffers_sizes(self):
        symbols = read("--dyn-syms")
        self.assertTrue("__stack_chk_fail" in symbols, "no canaries")
        self.assertTrue(re.search(r"__\w+_chk\b", symbols), "no sizes of buffers")


if __name__ == "__main__":
    if shutil.which("readelf") is None:
        sys.exit(SKIPPED)
    unittest.main()

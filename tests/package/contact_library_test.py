#!/usr/bin/env python3
"""Compiles and runs the examples that call the library of contacts from other languages:

    contact_library_test.py LIBRARY HEADERS EXAMPLES [PROGRAM]

LIBRARY is libflangeway_contact.so, HEADERS the folder of flangeway_contact.h. Fortran is skipped where gfortran is
missing. All languages get the same numbers; the multibody programs have the same bits with rejected steps and without.
"""
import ctypes
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LIBRARY, HEADERS, EXAMPLES = (Path(argument).resolve() for argument in sys.argv[1:4])


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


class Examples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def built(self, compiler, name, *sources):
        if shutil.which(compiler) is None:
            self.skipTest(f"no {compiler}")
        program = Path(self.folder.name) / name
        modules = ["-J", self.folder.name] if compiler == "gfortran" else []
        run(compiler, "-O1", *modules, "-I", HEADERS, *(EXAMPLES / source for source in sources), LIBRARY,
            f"-Wl,-rpath,{LIBRARY.parent}", "-lm", "-o", program)
        return program

    def test_one_wheel_in_c_and_in_python(self):
        in_c = run(self.built("cc", "contact", "contact.c"))
        self.assertRegex(in_c, r"1 patch: longitudinal -?\d+\.\d N, lateral -?\d+\.\d N, vertical (79999|80000)\.\d N")
        in_python = run(sys.executable, "-B", EXAMPLES / "contact.py", LIBRARY)
        self.assertEqual(in_python.splitlines()[:2], in_c.splitlines())
        self.assertIn("wheel_on_rail.wheelset.yaaw: is not a known key", in_python)

    def multibody(self, said):
        found = re.match(r"12 steps, (\d+) rejected: y (\S+) mm, yaw (\S+) mrad\nthe same bits without rejected steps",
                         said)
        self.assertIsNotNone(found, said)
        return [float(number) for number in found.groups()]

    def test_rejected_steps_in_c_and_in_fortran(self):
        in_c = self.multibody(run(self.built("cc", "multibody_c", "multibody.c")))
        self.assertGreater(in_c[0], 0)
        in_fortran = self.multibody(run(self.built("gfortran", "multibody_f", "flangeway_contact.f90", "multibody.f90")))
        self.assertEqual(in_fortran[0], in_c[0])
        for ours, theirs in zip(in_fortran, in_c):
            self.assertAlmostEqual(ours, theirs, delta=1e-6)

    def test_fortran_traps_stay_with_the_caller(self):
        """gfortran's programs can trap invalid operations, which the library's own arithmetic may contain."""
        program = self.built("gfortran", "trapping", "flangeway_contact.f90", "multibody.f90")
        traps = Path(self.folder.name) / "trapping_on"
        run("gfortran", "-ffpe-trap=invalid,zero,overflow", "-J", self.folder.name, EXAMPLES / "flangeway_contact.f90",
            EXAMPLES / "multibody.f90", LIBRARY, f"-Wl,-rpath,{LIBRARY.parent}", "-o", traps)
        self.assertEqual(run(traps), run(program))

    def test_fortran_has_every_function(self):
        declared = set(re.findall(r"\b(flangeway_contact_\w+)\(", (HEADERS / "flangeway_contact.h").read_text("utf-8")))
        module = (EXAMPLES / "flangeway_contact.f90").read_text("utf-8")
        bound = set(re.findall(r"(?:function|subroutine) (flangeway_contact_\w+)\(", module))
        self.assertEqual(declared - bound, {"flangeway_contact_version"})
        self.assertEqual(bound - declared, set())

    def test_exports_nothing_else(self):
        if shutil.which("nm") is None:
            self.skipTest("no nm")
        names = [line.split()[-1] for line in run("nm", "-D", "--defined-only", LIBRARY).splitlines()]
        others = [name for name in names if not name.lower().startswith("flangeway_contact_")]
        self.assertEqual(others, [])
        self.assertIn("flangeway_contact_solve", " ".join(names))

    def test_has_the_version_of_the_program(self):
        version = ctypes.CDLL(str(LIBRARY)).flangeway_contact_version
        version.restype = ctypes.c_char_p
        self.assertRegex(version().decode(), r"^\d+\.\d+\.\d+$")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

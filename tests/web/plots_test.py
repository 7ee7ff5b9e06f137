#!/usr/bin/env python3
"""Every picture of every verb, as SVG and as PDF: nothing in it that a reviewer would send back (pictures.py).

    plots_test.py FLANGEWAY CHECKOUT
"""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import pictures

PROGRAM, CHECKOUT = sys.argv[1], Path(sys.argv[2])
MODELS = CHECKOUT / "models"
CASE = MODELS / "cases/wheelset_r500.toml"
WAGON = MODELS / "cases/manchester_r500.toml"


def flangeway(*words):
    done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{words}: {done.stderr}")


class Plots(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        cls.run_file = cls.folder / "run.h5"
        flangeway("run", CASE, "-o", cls.run_file, "--quiet", "--set", "integration.duration=0.5", "--set", "initial.y=3e-3")

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def each(self):
        """Name and words of each picture."""
        yield "track", ("track", MODELS / "tracks/curve_r500_irregular.toml")
        yield "profile", ("profile", "s1002")
        yield "conicity", ("conicity", "--wheel", "s1002", "--rail", "60e1", "--amplitude", "1:1:7")
        yield "geometry", ("geometry", WAGON, "--gauge", "-5", "0", "5")
        yield "modes", ("modes", WAGON)
        yield "recording", ("recording", MODELS / "measured/track_geometry.csv", "--gaps", "split")
        yield "spectra", ("recording", MODELS / "measured/track_geometry.csv", "--gaps", "interpolate", "--spectra")
        yield "channels", ("results", self.run_file, "--channel", "*.Q,*.Y,*.YQ,*.nadal_limit,wheelset.y,track.curvature")

    def test_have_no_faults_and_become_pdf(self):
        for name, words in self.each():
            with self.subTest(name):
                for ending in ("svg", "pdf"):
                    flangeway(*words, "--plot", self.folder / f"{name}.{ending}", "--quiet")
                self.assertEqual(pictures.faults((self.folder / f"{name}.svg").read_text()), [])
                self.assertEqual((self.folder / f"{name}.pdf").read_bytes()[:5], b"%PDF-")

    def test_wear_has_no_faults(self):
        words = ("wear", CASE, "--law", MODELS / "wear/usfd_r8t.toml", "--quiet", "--set", "integration.duration=0.3",
                 "--set", "initial.y=3e-3", "--elements", "10")
        names = [self.folder / f"{kind}.svg" for kind in ("wear", "map", "fatigue")]
        flangeway(*words, "--plot", names[0], "--map", names[1], "--fatigue-map", names[2])
        for name in names:
            with self.subTest(name.stem):
                self.assertEqual(pictures.faults(name.read_text()), [])

    def test_maps_of_contact_patches_have_no_faults(self):
        flangeway("contact", MODELS / "contact/wheel_on_rail.toml", "--plot", self.folder / "maps", "--quiet", "--set", "wheel_on_rail.below.depths=[-0.001, -0.004]")
        maps = sorted((self.folder / "maps").glob("*.svg"))
        self.assertGreater(len(maps), 2)
        for name in maps[:3]:
            with self.subTest(name.stem):
                self.assertEqual(pictures.faults(name.read_text()), [])

    def test_pages_are_written_as_pdf(self):
        fields = self.folder / "fields.h5"
        flangeway("contact", MODELS / "contact/sphere.toml", "-o", fields, "--quiet")
        for name, words in {"patches": ("report", fields), "check": ("check", WAGON), "report": ("report", self.run_file),
                            "comparison": ("report", self.run_file, self.run_file),
                            "quasistatic": ("quasistatic", WAGON, "--test", "turning")}.items():
            with self.subTest(name):
                flangeway(*words, "-o", self.folder / f"{name}_page.pdf", "--quiet")
                text = (self.folder / f"{name}_page.pdf").read_bytes()
                self.assertEqual(text[:5], b"%PDF-")
                self.assertIn(b"(1 / ", text)  # numbers of pages
                self.assertNotIn(b"(??", text)

    def test_other_endings_are_refused(self):
        for words in (("track", MODELS / "tracks/curve.toml", "--plot", "x.html"), ("run", CASE, "-o", "x.pdf"),
                      ("profile", "s1002", "-o", "x.pdf"), ("report", self.run_file, "-o", "x.svg")):
            done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, cwd=self.folder)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("is not written in this format", done.stderr)
            self.assertFalse((self.folder / words[-1]).exists())


unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)

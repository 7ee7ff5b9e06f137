#!/usr/bin/env python3
"""Every kind of page in a headless browser: on a phone, on paper, in the dark, and its plots saved.

    every_page_test.py FLANGEWAY CHECKOUT SCREENSHOTS
"""
import csv
import io
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

import browser
import pictures
from harness import CATCH, SCREENSHOTS, case, flangeway, main, model, nothing_went_wrong, saved

WHEELSET = f"""vehicle = "{model('vehicles/wheelset.toml')}"
track = "{model('tracks/wheelset_r150.toml')}"
speed = 10.0
integration.duration = 0.3
contact.kec.points = 501
initial.y = 1e-3
"""
STUDY = """case = "case.toml"
description = "A wheelset with steps of which none is short, in a curve that is narrower than any on which it would run."
record = ["wheelset.y"]
[[axes]]
name = "method"
key = "integration.method"
values = ["abm4", "rk4"]
[[axes]]
name = "step"
key = "integration.step"
values = [1e-3, 5e-4, 2e-3]
[reference]
set = { integration.step = 1e-4 }
follows = ["method"]
[[plots]]
title = "Errors"
x = "step"
y = "error_max"
x_log = true
y_log = true
group = ["method"]
[[plots]]
trace = "wheelset.y"
[[tables]]
rows = "method"
columns = "step"
value = "steps"
"""
SAMPLE = """case = "case.toml"
sample = { method = "sobol", count = 32 }
[[axes]]
name = "speed"
key = "speed"
distribution = { kind = "uniform", from = 5, to = 15 }
[[axes]]
name = "friction"
key = "contact.friction.coefficient"
distribution = { kind = "uniform", from = 0.1, to = 0.5 }
[[analyses]]
output = "YQ_max"
"""
OPTIMISE = """case = "case.toml"
record = ["wheelset.y"]
[[axes]]
name = "speed"
key = "speed"
distribution = { kind = "uniform", from = 5, to = 15 }
[[axes]]
name = "friction"
key = "contact.friction.coefficient"
values = [0.1, 0.3, 0.5]
[optimise]
trials = 16
batch = 4
[[optimise.objectives]]
column = "YQ_max"
[[optimise.objectives]]
column = "speed"
direction = "maximise"
"""
LINE = f"""name = "A short line"
case = "{case('wheelset_r500.toml')}"
law = "{model('wear/usfd_r8t.toml')}"
mileage = 2e6
[step]
tolerance = 1e-4
mileage = 1e6
[[sections]]
name = "all"
share = 1.0
set = {{ integration.duration = 0.2, initial.y = 3e-3 }}
"""

A4 = 718  # pixels between the margins of the paper
WAGON, BOGIE = case("manchester_r500.toml"), case("cooperrider.toml")


class Maker:
    """Makes a page of each kind in a folder."""

    def __init__(self, folder):
        self.folder, self.pages = folder, {}
        for name, text in {"case": WHEELSET, "study": STUDY, "sample": SAMPLE, "optimise": OPTIMISE, "line": LINE}.items():
            (folder / f"{name}.toml").write_text(text)

    def page(self, kind, *words):
        """A page that a verb writes to its option -o."""
        self.pages[kind] = self.folder / f"{kind}.html"
        flangeway(*words, "-o", self.pages[kind])

    def folder_of(self, kind, page, *words):
        """A page that a verb writes into a folder of results."""
        flangeway(*words, "-o", self.folder / kind)
        self.pages[kind] = self.folder / kind / page

    def static(self):
        """Pages that need a script for their buttons only."""
        run = self.folder / "run.h5"
        flangeway("run", case("manchester_r500_irregular.toml"), "-o", run, "--quiet", "--set", "integration.duration=20",
                  "--set", "output.interval=0.005")
        self.folder_of("study", "study.html", "study", self.folder / "study.toml")
        self.folder_of("status", "status.html", "study", self.folder / "study.toml", "--worker")
        self.folder_of("sample", "study.html", "study", self.folder / "sample.toml")
        self.folder_of("optimise", "study.html", "optimise", self.folder / "optimise.toml")
        self.folder_of("evolution", "evolution.html", "evolve", self.folder / "line.toml")
        self.page("stability", "stability", BOGIE, "--from", "66", "--to", "69", "--speeds", "2", "--intervals", "30")
        self.page("variation", "stability", BOGIE, "--from", "60", "--to", "75", "--speeds", "4", "--over", "contact.friction.coefficient=0.2:0.4:2")
        self.page("ramp", "stability", BOGIE, "--ramp", "--from", "49", "--to", "50", "--rate", "1")
        self.page("response", "response", WAGON, "--frequencies", "20", "--channel", "carbody.z", "--point", "carbody:9.5,0,-0.6",
                  "--spectrum", "erri_b176_low")
        self.page("quasistatic", "quasistatic", WAGON, "--test", "turning")
        self.page("curving", "quasistatic", WAGON, "--test", "curving", "--radii", "600", "--deficiencies", "0,0.1")
        self.page("assess", "assess", run, "--rule", "en14363", "--point", "carbody:9.5,0,-0.9", "--point", "carbody:-9.5,0,-0.9")
        self.page("measured", "assess", run, "--measured", run, "--rule", "en14363_validation")
        self.page("comfort", "assess", run, "--rule", "en12299", "--point", "carbody:9.5,0,-0.9")
        return self.pages


def wide(page):
    """What is wider than the window without scrolling in a box of its own: a page scrolls as a whole because of it."""
    return page.evaluate("""[document.documentElement.scrollWidth, ...[...document.querySelectorAll('body *')].filter(e =>
        e.getBoundingClientRect().right > innerWidth + 0.5 && !e.closest('.wide, svg')).map(e => e.outerHTML.slice(0, 80)).slice(0, 5)]""")


class StaticPages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.pages = Maker(Path(cls.temporary.name)).static()

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def fits_a_phone(self, kind, page):
        page.resize(390, 844)
        self.assertEqual(wide(page)[0], 390, wide(page))
        page.screenshot(SCREENSHOTS / f"phone_{kind}.png")

    # Printed in the dark: the colours are those of a light page all the same.
    def is_dark_in_the_dark_and_light_on_paper(self, kind, page):
        papers = "[...document.querySelectorAll('figure > svg > rect[width=\"100%\"]')].map(r => getComputedStyle(r).fill)"
        dim = """[...document.querySelectorAll('figure > svg text')].filter(e => {
          const [r, g, b] = getComputedStyle(e).fill.match(/[0-9.]+/g).map(Number);
          return r + g + b < 330;
        }).map(e => e.outerHTML.slice(0, 120))"""
        figures = page.evaluate("document.querySelectorAll('figure').length")
        page.resize(A4, 900)
        page.media("", dark=True)
        self.assertEqual(page.evaluate(papers), figures * ["rgb(20, 23, 26)"])
        self.assertEqual(page.evaluate(dim), [])
        page.screenshot(SCREENSHOTS / f"dark_{kind}.png")
        self.assertEqual(page.print(SCREENSHOTS / f"{kind}.pdf")[:5], b"%PDF-")
        page.media("print", dark=True)
        self.assertEqual(page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
        self.assertEqual(page.evaluate(papers), figures * ["rgb(255, 255, 255)"])
        self.assertEqual(page.evaluate("[...document.querySelectorAll('.tools')].filter(e => e.offsetHeight).length"), 0)
        # Chromium shrinks a page to half its size where it is wider than the paper, and cuts off the rest.
        self.assertLess(page.evaluate("document.documentElement.scrollWidth"), 2 * A4)

    def saves_its_plots(self, kind, page):
        figures = page.evaluate("document.querySelectorAll('figure').length")
        self.assertEqual(figures, page.evaluate("document.querySelectorAll('svg:not(svg svg)').length"))
        self.assertEqual(figures > 0, kind not in ("status", "curving"))
        for index in range(min(figures, 6)):
            press = lambda ending: saved(page, f"document.querySelectorAll('figure')[{index}].querySelector('[data-save={ending}]').click()")
            text, name = press("csv")
            head, *rows = csv.reader(io.StringIO(text))
            self.assertTrue(name.endswith(".csv") and len(name) > 6, name)
            self.assertGreater(len(rows), 0)
            self.assertEqual({len(row) for row in rows}, {len(head)})
            text, _ = press("svg")
            self.assertEqual(xml.etree.ElementTree.fromstring(text).tag, "{http://www.w3.org/2000/svg}svg")
            if index == 0:
                text, name = press("png")
                self.assertEqual((text[1:4], name[-4:]), ("PNG", ".png"))

    def test_every_page(self):
        """Each page is opened once for all checks: opening takes longer than any of them."""
        for kind, path in self.pages.items():
            with browser.Page(path, before=CATCH) as page:
                for check in (self.saves_its_plots, self.fits_a_phone, self.is_dark_in_the_dark_and_light_on_paper, lambda _, page: nothing_went_wrong(self, page)):
                    with self.subTest(kind, check=check.__name__):
                        check(kind, page)

    def test_pictures_have_no_faults(self):
        for kind, path in self.pages.items():
            for name, svg in pictures.pictures_of(path.read_text()):
                with self.subTest(kind, picture=name):
                    self.assertEqual(pictures.faults(svg), [])

    def test_a_csv_has_the_numbers_of_its_plot(self):
        with open(self.pages["study"].with_name("results.csv")) as file:
            runs = [run for run in csv.DictReader(file) if not run["run"].startswith("reference")]
        with browser.Page(self.pages["study"], before=CATCH) as page:
            text, name = saved(page, "document.querySelector('[data-save=csv]').click()")
        self.assertEqual(name, "errors.csv")
        head, *rows = csv.reader(io.StringIO(text))
        self.assertEqual(head, ["step in s", "abm4: largest error", "rk4: largest error"])
        self.assertEqual([float(row[0]) for row in rows], [5e-4, 1e-3, 2e-3])
        for place, method in enumerate(("abm4", "rk4"), 1):
            errors = {float(run["step"]): float(run["error_max"]) for run in runs if run["method"] == method}
            for row in rows:
                self.assertAlmostEqual(float(row[place]) / errors[float(row[0])], 1, delta=1e-8)


class DrawnPages(unittest.TestCase):
    """Pages that scripts draw; more about them is in pages_test.py."""

    def test_fit_a_phone_and_paper(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            run, fields = folder / "run.h5", folder / "fields.h5"
            flangeway("run", WAGON, "-o", run, "--quiet", "--set", "integration.duration=1")
            flangeway("contact", model("contact/wheel_on_rail.toml"), "-o", fields, "--quiet")
            made = Maker(folder)
            made.page("report", "report", run)
            made.page("comparison", "report", run, run)
            made.page("patches", "report", fields)
            made.page("view", "view", run)
            made.page("start", "view", WAGON)
            for kind, path in made.pages.items():
                with self.subTest(kind), browser.Page(path, width=390, height=844) as page:
                    self.assertEqual(wide(page)[0], 390, wide(page))
                    page.screenshot(SCREENSHOTS / f"phone_{kind}.png")
                    nothing_went_wrong(self, page)
                    self.assertEqual(page.print(SCREENSHOTS / f"{kind}.pdf")[:5], b"%PDF-")


main()

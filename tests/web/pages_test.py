#!/usr/bin/env python3
"""Opens pages in a headless browser: nothing goes wrong, everything is drawn, what is pressed has its effect.

    pages_test.py FLANGEWAY CHECKOUT SCREENSHOTS

Screenshots stay in the folder SCREENSHOTS.
"""
import csv
import io
import itertools
import json
import math
import re
import subprocess
import tempfile
import time
import unittest
import xml.etree.ElementTree
from pathlib import Path

import browser
from harness import CATCH, CHECKOUT, PROGRAM, SCREENSHOTS, case, flangeway, main, model, nothing_went_wrong, saved


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        cls.results = cls.folder / "kec.h5"
        flangeway("run", case("manchester_r500_irregular.toml"), "-o", cls.results, "--set", "integration.duration=8", "--quiet")

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def page_of(self, *results, verb="report"):
        """The pages of the shared result are made once."""
        shared = results == (self.results,)
        made = self.folder / (f"{verb}.html" if shared else "page.html")
        if not (shared and made.exists()):
            flangeway(verb, *results, "-o", made, "--force")
        return made

    def drawn(self, page, selector):
        """The share of points of a canvas that are not of its first point's colour."""
        return page.evaluate("""(canvas => {
          const {width, height} = canvas, points = canvas.getContext('2d').getImageData(0, 0, width, height).data;
          let other = 0;
          for (let i = 0; i < points.length; i += 4) if (points[i + 3] !== points[3] || points[i] !== points[0]) ++other;
          return other / (width * height);
        })(document.querySelector(%r))""" % selector)

    def test_report(self):
        with browser.Page(self.page_of(self.results)) as page:
            page.show("[data-panel^='Vertical wheel force Q']")
            page.screenshot(SCREENSHOTS / "report_plots.png")
            self.assertGreater(self.drawn(page, "[data-panel^='Vertical wheel force Q'] canvas"), 0.02)
            self.assertGreater(self.drawn(page, "[data-panel^='Vertical wheel force Q'] canvas.strip"), 0.02)
            page.drag("[data-panel^='Vertical wheel force Q'] .u-over", (0.25, 0.5), (0.5, 0.5))
            low, high = map(float, page.evaluate("document.querySelector('.shown').textContent").replace(" m", "").split(" … "))
            self.assertAlmostEqual(low, 40, delta=2)
            self.assertAlmostEqual(high, 80, delta=2)
            page.press("Escape")
            self.assertEqual(page.evaluate("document.querySelector('.shown').textContent"), "0 … 160.00 m")
            page.evaluate("document.querySelector('[data-over=time]').click()")
            self.assertEqual(page.evaluate("document.querySelector('.shown').textContent"), "0 … 8.0000 s")
            curves = "document.querySelectorAll('[data-panel^=\"Vertical wheel force Q\"] .u-series').length - 1"
            self.assertEqual(page.evaluate(curves), 8)
            page.evaluate("document.querySelector('[data-filter=right]').click()")
            self.assertEqual(page.evaluate(curves), 4)
            page.show("#contacts")
            page.screenshot(SCREENSHOTS / "report_contacts.png")
            for canvas in ("canvas.profiles", "canvas.circle"):
                self.assertGreater(self.drawn(page, canvas), 0.01)
            page.show("#spectra")
            page.screenshot(SCREENSHOTS / "report_spectra.png")
            self.assertGreater(self.drawn(page, "[data-panel='Lateral spectrum'] canvas"), 0.02)
            nothing_went_wrong(self, page)

    def test_bodies_and_elements_of_the_view_are_chosen(self):
        made = self.folder / "vehicle.html"
        flangeway("view", model("vehicles/manchester.toml"), "-o", made, "--force")
        click = """((c, x, y) => { const b = c.getBoundingClientRect(), at = {clientX: b.x + x * b.width, clientY: b.y + y * b.height, bubbles: true};
          for (const kind of ['pointerdown', 'pointerup']) c.dispatchEvent(new PointerEvent(kind, {...at, pointerId: 1}));
          return document.querySelector('.view').dataset.chosen; })(document.querySelector('.space'), %f, %f)"""
        with browser.Page(made, in_space=True) as page:
            page.wait_for("document.querySelector('.view').dataset.at")
            page.show(".view")
            page.evaluate("[...document.querySelectorAll('.view button')].find(b => b.textContent === 'wheels').click()")
            page.show(".view")
            missing = {"wheelset1", "primary", "bogie_front"}
            places = itertools.product(range(1, 40, 2), range(1, 30, 2))
            for x, y in sorted(places, key=lambda place: math.dist(place, (9, 17))):  # from the leading bogie outwards
                missing -= {re.sub("^primary.*", "primary", page.evaluate(click % (x / 40, y / 30)))}
                if not missing:
                    break
            self.assertEqual(missing, set())
            # The workbench says what its text is at.
            page.evaluate("postMessage({flangewayChosen: 'primary1'}, '*')")
            page.wait_for("document.querySelector('.view').dataset.chosen === 'primary1_left'")
            page.evaluate("postMessage({flangewayChosen: 'carbody'}, '*')")
            page.wait_for("document.querySelector('.view').dataset.chosen === 'carbody'")
            self.assertIn("Chosen: carbody (car body 1).", page.evaluate("document.querySelector('.chosen').textContent"))
            page.screenshot(SCREENSHOTS / "view_chosen.png")
            nothing_went_wrong(self, page)

    def test_a_body_has_the_shape_of_its_file(self):
        made = self.folder / "train.html"
        flangeway("view", model("vehicles/articulated_train.toml"), "-o", made, "--force")
        with browser.Page(made) as page:  # without WebGL
            page.show(".view")
            page.wait_for("document.querySelector('.view').dataset.ready === 'flat'")
            rows = page.evaluate("[...document.querySelectorAll('#bodies tr')].map(row => row.textContent)")
            self.assertEqual(sum("articulated_car.glb: 15.30 × 2.800 × 2.800 m, 98 triangles" in row for row in rows), 5)
            self.assertEqual(sum("jacobs_bogie_frame.stl: 3.100 × 2.180 × 0.3600 m" in row for row in rows), 6)
            # The outline of a car has the points of its sides, the one of a box five.
            longest = "Math.max(...[...document.querySelectorAll('.flat-picture path')].map(path => path.getAttribute('d').split('L').length))"
            self.assertGreater(page.evaluate(longest), 400)
            page.screenshot(SCREENSHOTS / "shapes_flat.png")
            nothing_went_wrong(self, page)
        with browser.Page(made, width=900, height=600, before=CATCH, in_space=True) as page:
            page.wait_for("document.querySelector('.view').dataset.at")
            page.show(".view")
            page.screenshot(SCREENSHOTS / "shapes.png")
            # Names lie over the picture, not over each other, and a section leaves a half out.
            page.evaluate("document.querySelector('.names').click()")
            page.show(".view")
            named = page.evaluate("[...document.querySelectorAll('.tag')].filter(tag => !tag.hidden).map(tag => tag.textContent)")
            self.assertGreater(sum(name.startswith("car") for name in named), 2, named)
            boxes = page.evaluate("""[...document.querySelectorAll('.tag')].filter(tag => !tag.hidden).map(tag => {
              const {left, right, top, bottom} = tag.getBoundingClientRect();
              return [left, right, top, bottom];
            })""")
            apart = lambda a, b: a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2]
            self.assertTrue(all(apart(a, b) for i, a in enumerate(boxes) for b in boxes[:i]), list(zip(named, boxes)))
            picture = lambda: saved(page, "document.querySelector('.save-picture').click()")[0]
            whole = picture()
            page.evaluate("(s => { s.value = 'right'; s.dispatchEvent(new Event('change')); })(document.querySelector('.cut'))")
            page.show(".view")
            self.assertNotEqual(picture(), whole)
            page.screenshot(SCREENSHOTS / "shapes_cut.png")
            nothing_went_wrong(self, page)

    def played(self, data):
        """Seconds, width and height of a video by its data: address, in a page that may load media."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "video.html"
            file.write_text("<!DOCTYPE html><title>video</title>")
            with browser.Page(file) as page:
                return page.evaluate("""(async () => {
                  const video = document.createElement('video');
                  await new Promise((done, fail) => {
                    video.oncanplaythrough = done;
                    video.onerror = () => fail(new Error(video.error.message));
                    video.src = '%s';
                  });
                  return [video.duration, video.videoWidth, video.videoHeight];
                })()""" % data)

    def test_the_view_is_saved(self):
        with browser.Page(self.page_of(self.results, verb="view"), width=500, height=400, before=CATCH, in_space=True) as page:
            page.wait_for("document.querySelector('.view').dataset.at")
            text, name = saved(page, "document.querySelector('.save-picture').click()")
            self.assertEqual((text[1:4], name[-4:]), ("PNG", ".png"))
            # The last 0.5 s, five times as fast as they were: 2.5 frames and the first.
            page.evaluate("(s => { s.value = '5'; s.dispatchEvent(new Event('change')); })(document.querySelector('.speed'))")
            page.evaluate("(s => { s.value = s.max - 0.5; s.dispatchEvent(new Event('input')); })(document.querySelector('.time'))")
            _, name = saved(page, "document.querySelector('.save-video').click()")
            self.assertTrue(name.endswith(".webm"), name)
            data = page.evaluate("""(async () => {
              const reader = new FileReader();
              await new Promise(done => { reader.onload = done; reader.readAsDataURL(window.saved[window.saved.length - 1].blob); });
              return reader.result;
            })()""")
            played = self.played(data)
            self.assertAlmostEqual(played[0], 3 / 25, delta=0.02)
            size = page.evaluate("(c => [c.width - c.width % 2, c.height - c.height % 2])(document.querySelector('.space'))")
            self.assertEqual(played[1:], size)
            nothing_went_wrong(self, page)

    def test_channels_are_chosen(self):
        with browser.Page(self.page_of(self.results)) as page:
            page.show("#channels")
            page.evaluate("(i => { i.value = 'wheelset2.*.q'; i.dispatchEvent(new Event('input')); })(document.querySelector('#channels input'))")
            page.evaluate("document.querySelector(\"#channels [data-channel='wheelset2.left.Q']\").click()")
            page.show("#channels")
            self.assertEqual(page.evaluate("document.querySelectorAll('#channels .panel').length"), 2)  # mm and kN
            self.assertGreater(self.drawn(page, "#channels [data-panel='wheelset2.left.Q'] canvas"), 0.01)
            page.screenshot(SCREENSHOTS / "report_channels.png")
            nothing_went_wrong(self, page)

    def save(self, page, panel, ending):
        return saved(page, f"document.querySelector({json.dumps(panel + f' [data-save={ending}]')}).click()")

    def test_a_plot_is_saved(self):
        panel = "[data-panel^='Vertical wheel force Q']"
        with browser.Page(self.page_of(self.results), before=CATCH) as page:
            page.show(panel)
            page.evaluate("document.querySelector('[data-filter=right]').click()")
            page.drag(panel + " .u-over", (0.25, 0.5), (0.5, 0.5))
            text, name = self.save(page, panel, "csv")
            self.assertEqual(name, "vertical_wheel_force_q.csv")
            head, *rows = text.strip().split("\r\n")
            self.assertEqual(head, "distance in m,wheelset1.left [kN],wheelset2.left [kN],wheelset3.left [kN],wheelset4.left [kN]")
            table = [list(map(float, row.split(","))) for row in rows]
            self.assertGreater(len(table), 100)
            self.assertTrue(all(38 < row[0] < 82 and all(30 < q < 90 for q in row[1:]) for row in table))  # what is shown, in kN
            text, name = self.save(page, panel, "svg")
            picture = xml.etree.ElementTree.fromstring(text)
            self.assertEqual(picture.tag, "{http://www.w3.org/2000/svg}svg")
            self.assertIn("wheelset4.left", [e.text for e in picture.iter("{http://www.w3.org/2000/svg}text")])
            self.assertNotIn("NaN", text)
            text, name = self.save(page, panel, "png")
            self.assertEqual((text[1:4], name), ("PNG", "vertical_wheel_force_q.png"))
            nothing_went_wrong(self, page)

    def saved_table(self, page, panel):
        """The names and the rows of the CSV of a panel, whose pictures are well-formed too."""
        page.wait_for(f"document.querySelector({json.dumps(panel + ' canvas')})")  # plots are drawn when they are seen
        text, name = self.save(page, panel, "svg")
        picture = xml.etree.ElementTree.fromstring(text)
        self.assertGreater(len(list(picture.iter("{http://www.w3.org/2000/svg}path"))), 0, panel)
        self.assertNotRegex(text, "NaN|undefined|Infinity")
        (SCREENSHOTS / f"saved_{name}").write_text(text)
        self.assertEqual(self.save(page, panel, "png")[0][1:4], "PNG")
        names, *rows = csv.reader(io.StringIO(self.save(page, panel, "csv")[0]))
        self.assertGreater(len(rows), 2, panel)
        self.assertEqual({len(row) for row in rows}, {len(names)})
        return names, rows

    def test_contacts_and_spectra_are_saved(self):
        with browser.Page(self.page_of(self.results), dark=True, before=CATCH) as page:
            page.show("#contacts")
            names, rows = self.saved_table(page, "#contacts .panel:has(.profiles)")
            self.assertEqual(names, ["distance in m", "contact", "y on the rail in mm", "y on the wheel in mm"])
            self.assertTrue(all(abs(float(row[3])) < 70 for row in rows))
            names, rows = self.saved_table(page, "#contacts .panel:has(.circle)")
            self.assertTrue(all(math.hypot(float(row[2]), float(row[3])) < 0.31 for row in rows))  # the friction is 0.3
            self.assertEqual(page.evaluate("document.documentElement.dataset.theme || ''"), "")
            page.show("#spectra")
            names, rows = self.saved_table(page, "[data-panel='Lateral spectrum']")
            self.assertEqual((names[0], names[1][-13:]), ("Hz", " [(m/s²)²/Hz]"))
            self.assertTrue(all(float(cell) > 0 for row in rows for cell in row if cell))
            nothing_went_wrong(self, page)

    def make_plot(self, page, vertical, horizontal):
        for name, text in (("vertical", vertical), ("horizontal", horizontal)):
            page.evaluate(f"document.querySelector('.own .{name}').value = {json.dumps(text)}")
        page.evaluate("document.querySelector('.own .add').click()")
        return page.evaluate("document.querySelector('.own [role=alert]').textContent")

    def test_plots_of_formulas(self):
        with browser.Page(self.page_of(self.results), before=CATCH) as page:
            page.show("#own")
            self.assertEqual(self.make_plot(page, "wheelset1.left.Q - (wheelset1.left.Q + wheelset1.right.Q) / 2", "-2^2*wheelset1.y"), "")
            text, name = self.save(page, "#own .panel", "csv")
            rows = [list(map(float, row.split(","))) for row in text.strip().split("\r\n")[1:]]
            self.assertTrue(all(abs(x) < 0.05 and abs(q) < 60e3 for x, q in rows))  # four times y in m; half a difference in N
            self.assertLess(min(x for x, _ in rows), 0)
            self.assertEqual(self.make_plot(page, "derivative(distance)", "t"), "")
            speed = [float(row.split(",")[1]) for row in self.save(page, "#own .panel:last-child", "csv")[0].strip().split("\r\n")[1:]]
            self.assertTrue(all(abs(v - 20) < 1e-3 for v in speed))  # m/s
            self.assertEqual(self.make_plot(page, "lowpass(1, 5) + mean(distance - distance, 2) + sqrt(4)", "distance"), "")
            three = [float(row.split(",")[1]) for row in self.save(page, "#own .panel:last-child", "csv")[0].strip().split("\r\n")[1:]]
            self.assertTrue(all(abs(v - 3) < 1e-12 for v in three))
            for wrong, words in (("wheelset9.y", "there is no channel “wheelset9.y”."), ("1 +", "something is missing at the end."),
                                 ("(t", "“)” is missing at the end."), ("sine(t)", "there is no function “sine”; there are abs,"),
                                 ("max(t)", "max takes 2 values, not 1."), ("t t", "“t” is not expected here."), ("1/0", "the formula has no finite value in what is shown."),
                                 ("toString(t)", "there is no function “toString”")):
                self.assertTrue(self.make_plot(page, wrong, "t").startswith(words), wrong)
            self.assertEqual(page.evaluate("document.querySelectorAll('#own img').length"), 3)
            page.screenshot(SCREENSHOTS / "report_own_plots.png")
            # The address keeps them.
            address = page.evaluate("location.hash")
            page.evaluate("document.querySelector('#own [data-remove=\"0\"]').click()")
            self.assertEqual(page.evaluate("document.querySelectorAll('#own img').length"), 2)
            self.assertNotEqual(page.evaluate("location.hash"), address)
            nothing_went_wrong(self, page)

    def test_plots_of_a_layout_come_first(self):
        layout, made = self.folder / "q.plots.json", self.folder / "layout.html"
        content = {"results": ["other.h5"], "channels": ["wheelset1.left.Q", "wheelset1.right.Q"], "over": "time", "plots": "channel", "filter": "", "difference": False,
                   "range": [1, 3], "limits": [{"channel": "wheelset1.left.Q", "value": 9e4, "text": "ours: 90 kN"}]}
        layout.write_text(json.dumps(content))
        flangeway("report", self.results, "--layout", layout, "-o", made)
        with browser.Page(made) as page:
            self.assertEqual(page.evaluate("document.querySelector('main section').id"), "layout")
            self.assertEqual(page.evaluate("[...document.querySelectorAll('#layout .panel')].map(e => e.dataset.panel)"), ["wheelset1.left.Q", "wheelset1.right.Q"])
            self.assertEqual(page.evaluate("document.querySelector('.shown').textContent"), "1.0000 … 3.0000 s")
            page.screenshot(SCREENSHOTS / "report_layout.png")
            nothing_went_wrong(self, page)
        layout.write_text(json.dumps({**content, "across": "wheelset1.y"}))
        flangeway("report", self.results, "--layout", layout, "-o", made, "--force")
        with browser.Page(made) as page:
            self.assertEqual(page.evaluate("[...document.querySelectorAll('#own img')].map(e => e.alt)"), [f"wheelset1.{side}.Q over wheelset1.y" for side in ("left", "right")])
        for wrong, words in (({"filter": "low_pass:20"}, "filter: cannot be shown by a page"), ({"channels": ["nothing"]}, "channels: is no channel of the results"),
                             ({"ranges": [1, 2]}, "ranges: is no key of a layout of plots"), ({"range": [3, 1]}, "range: is not two rising numbers"), ({"over": "x"}, "over: is not known")):
            layout.write_text(json.dumps({**content, **wrong}))
            done = subprocess.run([PROGRAM, "report", self.results, "--layout", layout, "-o", made, "--force"], capture_output=True, text=True)
            self.assertEqual((done.returncode, words in done.stderr), (2, True), done.stderr)

    def test_constant_plots_are_folded(self):
        with browser.Page(self.page_of(self.results)) as page:
            folded = page.evaluate("[...document.querySelectorAll('.still summary')].map(e => e.textContent).join('; ')")
            self.assertIn("Height above the rail after lift-off", folded)
            hidden = "document.querySelectorAll(\"[data-panel^='Height above']\").length"
            self.assertEqual(page.evaluate(hidden), 0)
            page.evaluate("document.querySelectorAll('.still').forEach(fold => { fold.open = true; })")
            page.wait_for(hidden + " === 1")
            nothing_went_wrong(self, page)

    def test_the_view_fits_a_phone(self):
        """Drawn in space; other pages, and those without it, are in every_page_test.py."""
        with browser.Page(self.page_of(self.results, verb="view"), width=390, height=844, in_space=True) as page:
            self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 390)
            page.screenshot(SCREENSHOTS / "phone_view_in_space.png")

    def test_pages_on_paper(self):
        """Plots that nobody has looked at are on paper too, light, and the page is as before afterwards."""
        short = self.folder / "short.h5"  # drawing all dashed curves of a long one takes half a minute without a graphics processor
        flangeway("run", case("manchester_r500.toml"), "-o", short, "--set", "integration.duration=2", "--quiet")
        made = self.page_of(short)
        with browser.Page(made, dark=True) as page:
            canvases = "document.querySelectorAll('.panel > .plot canvas').length"
            plots = page.evaluate("document.querySelectorAll('.panel > .plot').length")
            self.assertLess(page.evaluate(canvases), plots)
            page.evaluate("dispatchEvent(new Event('beforeprint'))")
            self.assertEqual(page.evaluate(canvases), plots)
            self.assertEqual(page.evaluate("[...document.querySelectorAll('canvas.strip')].filter(c => c.width === 300).length"), 0)
            self.assertEqual(page.evaluate("document.documentElement.dataset.theme"), "light")
            page.evaluate("dispatchEvent(new Event('afterprint'))")
            self.assertEqual(page.evaluate("document.documentElement.dataset.theme || ''"), "")
            nothing_went_wrong(self, page)
        # The lines of the plots, beside the same page that draws nothing for paper.
        without = self.folder / "without.html"
        without.write_text(made.read_text().replace("'beforeprint'", "'never'"))
        with browser.Page(made) as page, browser.Page(without) as other:
            printed, bare = page.print(SCREENSHOTS / "report.pdf"), other.print(self.folder / "without.pdf")
        self.assertEqual(printed[:5], b"%PDF-")
        self.assertGreater(len(printed), len(bare) + 5000 * plots)

    def test_runs_are_compared_in_the_dark(self):
        other = self.folder / "lut.h5"
        flangeway("run", case("manchester_r500_irregular.toml"), "-o", other, "--set", "integration.duration=4",
                  "--set", "contact.method=lut", "--quiet")
        with browser.Page(self.page_of(self.results, other), dark=True) as page:
            page.show("[data-panel^='Lateral displacement']")
            labels = page.evaluate("[...document.querySelectorAll(\"[data-panel^='Lateral displacement'] .u-label\")].map(e => e.textContent).join()")
            self.assertEqual(labels, "distance in m,wheelset1 · 1,wheelset1 · 2")
            self.assertEqual(page.evaluate("document.querySelectorAll('#outcome .facts').length"), 2)
            row = page.evaluate("[...document.querySelectorAll('#comparison tr')].find(r => r.textContent.startsWith('wheelset1.left (12): Q max')).innerText").split("\t")
            first, second, difference = (float(text.replace("−", "-")) for text in row[1:])
            self.assertAlmostEqual(second - first, difference, delta=0.011)  # each has two decimals
            self.assertNotEqual(difference, 0)
            changed = page.evaluate("[...document.querySelectorAll('#changed tr')].map(r => r.textContent).join()")
            self.assertIn("contact method", changed)
            page.screenshot(SCREENSHOTS / "comparison_dark.png")
            nothing_went_wrong(self, page)

    def test_a_derailed_run(self):
        results = self.folder / "derailed.h5"
        flangeway("run", case("bogie_r100_climb.toml"), "-o", results, "--quiet")
        with browser.Page(self.page_of(results)) as page:
            self.assertIn("derailed", page.evaluate("document.querySelector('.facts .status').textContent"))
            page.show("[data-panel^='Y/Q']")
            page.screenshot(SCREENSHOTS / "derailed.png")
            self.assertGreater(self.drawn(page, "[data-panel^='Y/Q'] canvas"), 0.01)
            nothing_went_wrong(self, page)

    def test_the_view_moves(self):
        with browser.Page(self.page_of(self.results, verb="view"), width=800, height=600, in_space=True) as page:
            page.wait_for("document.querySelector('.view').dataset.at")
            at = lambda: list(map(float, page.evaluate("document.querySelector('.view').dataset.at").split()))
            first = at()
            self.assertEqual(first[:2], [0, 0])
            # The picture is read in the task that draws it.
            colours = page.evaluate("""(async slider => {
              slider.value = 6; slider.dispatchEvent(new Event('input'));
              await Promise.resolve();
              const space = document.querySelector('.space'), copy = document.createElement('canvas');
              [copy.width, copy.height] = [space.width, space.height];
              const pen = copy.getContext('2d');
              pen.drawImage(space, 0, 0);
              const points = new Uint32Array(pen.getImageData(0, 0, copy.width, copy.height).data.buffer);
              return new Set(points).size;
            })(document.querySelector('.time'))""")
            self.assertGreater(colours, 100)
            moved = at()
            self.assertEqual(moved[0], 6)
            self.assertAlmostEqual(moved[1], 120, delta=0.1)  # 20 m/s
            self.assertNotEqual(first[2:], moved[2:])
            self.assertGreater(self.drawn(page, "canvas.section"), 0.05)
            page.evaluate("(s => { s.value = '20'; s.dispatchEvent(new Event('change')); })(document.querySelector('.factor'))")
            page.evaluate("[...document.querySelectorAll('.controls button')].find(b => b.textContent === 'wheels').click()")
            page.show(".view")
            page.screenshot(SCREENSHOTS / "view_wheels.png")
            page.evaluate("document.querySelector('.view').focus(); document.querySelector('.space').focus()")
            page.press("Home")
            self.assertEqual(at()[0], 0)
            page.evaluate("document.querySelector('.play').click()")
            page.wait_for("document.querySelector('.view').dataset.rate")
            page.evaluate("document.querySelector('.play').click()")
            page.evaluate("document.querySelector('.space').focus()")
            page.press("ArrowRight")
            self.assertGreater(at()[0], 0)
            nothing_went_wrong(self, page)

    def test_a_body_bends_in_the_view(self):
        results = self.folder / "bends.h5"
        flangeway("run", case("manchester_flexible_r500.toml"), "-o", results, "--set", "integration.duration=1", "--set", "initial.s=100", "--quiet")
        middle = [list(map(float, row)) for row in csv.reader(flangeway("results", results, "--csv", "--channel", "wagon_carbody.middle.displacement_z").splitlines()[1:])]
        moved = middle[-1][-1]
        with browser.Page(self.page_of(results, verb="view"), width=800, height=600, in_space=True) as page:
            page.wait_for("document.querySelector('.view').dataset.bent")
            heights = lambda: list(map(float, page.evaluate("document.querySelector('.view').dataset.bent").split()))
            at_rest = heights()
            self.choose(page, ".factor", "50")
            page.evaluate("document.querySelector('.space').focus()")
            page.press("End")
            bent = [z - rest for z, rest in zip(heights(), at_rest)]
            # The ends go the other way than the middle, and further: 1 against 0.608 in the first mode.
            self.assertGreater(max(abs(z) for z in bent), 0.9 * 50 * abs(moved))
            self.assertTrue(any(abs(z - 50 * moved) < 0.1 * 50 * abs(moved) for z in bent), (moved, bent))
            self.assertLess(min(bent) * max(bent), 0)
            page.screenshot(SCREENSHOTS / "view_bends.png")
            nothing_went_wrong(self, page)

    def choose(self, page, selector, value):
        page.evaluate(f"(s => {{ s.value = '{value}'; s.dispatchEvent(new Event('change')); }})(document.querySelector('{selector}'))")

    def test_the_view_says_what_it_left_out(self):
        slow = "(real => { let now = 0; window.requestAnimationFrame = act => real(() => act(now += 250)); })(window.requestAnimationFrame)"
        text = "document.querySelector('.frames').textContent"
        with browser.Page(self.page_of(self.results, verb="view"), width=700, height=600, before=slow, in_space=True) as page:
            page.wait_for("document.querySelector('.view').dataset.at")
            self.assertEqual(page.evaluate(text), "Left out: smooth edges (there is no graphics processor).")
            page.evaluate("document.querySelector('.play').click()")
            page.wait_for(f"{text}.includes('no faster')")
            self.assertRegex(page.evaluate(text), r"^[1-4] pictures a second\. Left out to keep up: smooth edges \(there is no graphics processor\), "
                             "fine corners of wheels and rails, the track beyond 60 m, the walls of boxes, the sleepers, "
                             r"three quarters of the points of the picture\. This machine draws no faster\.$")
            page.screenshot(SCREENSHOTS / "view_left_out.png")
            half = page.evaluate("document.querySelector('.space').width / document.querySelector('.space').clientWidth")
            self.assertAlmostEqual(half, 0.5, delta=0.01)
            self.choose(page, ".detail", "full")
            page.wait_for(f"/^[1-4] pictures a second. Left out: smooth edges .there is no graphics processor..$/.test({text})")
            self.assertEqual(page.evaluate("document.querySelector('.space').width"), page.evaluate("document.querySelector('.space').clientWidth"))
            page.evaluate("document.querySelector('.play').click()")
            nothing_went_wrong(self, page)

    def run_on_a_track_that_yields(self, results, *sets):
        flangeway("run", case("flexible_r500_tight_flexible.toml"), "-o", results, *(word for text in sets for word in ("--set", text)), "--quiet")

    def heights(self, page):
        """Of each wheelset and of the rails under it, in m."""
        return [list(map(float, w.split())) for w in page.evaluate("document.querySelector('.view').dataset.heights").split(",")]

    def test_rails_yield_and_wheels_stand_on_them(self):
        results = self.folder / "flexible.h5"
        self.run_on_a_track_that_yields(results, "integration.duration=0.1", "output.interval=0.01")
        with browser.Page(self.page_of(results, verb="view"), width=800, height=600, in_space=True) as page:
            page.wait_for("document.querySelector('.view').dataset.at")
            self.assertIn("The track yields: its shape was recorded 6 times; in between", page.evaluate("document.querySelector('.view .note').textContent"))
            page.evaluate("(s => { s.value = 0.07; s.dispatchEvent(new Event('input')); })(document.querySelector('.time'))")
            flat = self.heights(page)
            self.choose(page, ".yields", 100)
            page.show(".view")
            for one, enlarged in zip(flat, self.heights(page)):
                wheelset, left, right = (b - a for a, b in zip(one, enlarged))
                self.assertAlmostEqual(left, -0.04, delta=0.02)  # 0.4 mm, 99 times more
                self.assertAlmostEqual(wheelset, (left + right) / 2, delta=0.002)
            page.evaluate("[...document.querySelectorAll('.controls button')].find(b => b.textContent === 'wheels').click()")
            page.show(".view")
            page.screenshot(SCREENSHOTS / "view_yields.png")
            # Motion and track enlarged alike, the wheels stay where they stand on the rails.
            self.choose(page, ".yields", "")
            self.choose(page, ".factor", 50)
            page.show(".view")
            for one, enlarged in zip(flat, self.heights(page)):
                wheelset, left, right = (b - a for a, b in zip(one, enlarged))
                self.assertAlmostEqual(wheelset, (left + right) / 2, delta=0.005)
            nothing_went_wrong(self, page)

    def test_a_slab_beside_sleepers_is_drawn(self):
        results = self.folder / "mixed.h5"
        flangeway("run", case("ballast_to_slab.toml"), "-o", results, "--set", "integration.duration=0.02", "--set", "output.interval=0.01", "--quiet")
        with browser.Page(self.page_of(results, verb="view"), width=800, height=600, in_space=True) as page:
            page.wait_for("document.querySelector('.view').dataset.support")
            sleepers, slab = map(int, page.evaluate("document.querySelector('.view').dataset.support").split())
            self.assertGreater(sleepers, 100)
            self.assertGreater(slab, 100)
            page.show(".view")
            page.screenshot(SCREENSHOTS / "view_slab.png")
            nothing_went_wrong(self, page)

    def test_rollers_turn_below_the_vehicle(self):
        results = self.folder / "rollers.h5"
        flangeway("run", case("roller_rig.toml"), "-o", results, "--set", "integration.duration=1", "--quiet")
        with browser.Page(self.page_of(results, verb="view"), width=800, height=600, in_space=True) as page:
            page.wait_for("document.querySelector('.view').dataset.support")
            rollers = lambda: [list(map(float, r.split())) for r in page.evaluate("document.querySelector('.view').dataset.support").split(",")]
            for place, height, cosine, _ in rollers():
                self.assertAlmostEqual(height, -0.7, delta=0.01)
                self.assertEqual(cosine, 1)
            first = [place for place, *_ in rollers()]
            page.evaluate("(s => { s.value = 0.4; s.dispatchEvent(new Event('input')); })(document.querySelector('.time'))")
            page.show(".view")
            # They stay below the wheelsets and have turned back by 8 m over a radius of 0.7 m.
            for (place, _, cosine, sine), before in zip(rollers(), first):
                self.assertAlmostEqual(place, before, delta=0.002)
                self.assertAlmostEqual(cosine, math.cos(8 / 0.7), delta=0.05)
                self.assertAlmostEqual(sine, math.sin(-8 / 0.7), delta=0.05)
            page.screenshot(SCREENSHOTS / "view_rollers.png")
            nothing_went_wrong(self, page)

    def test_the_shape_of_a_run_that_was_killed(self):
        results = self.folder / "killed.h5"
        run = subprocess.Popen([PROGRAM, "run", case("flexible_r500_tight_flexible.toml"), "-o", results, "--set", "output.flush_interval=0",
                                "--set", "output.deformed_track_interval=0.002", "--quiet"])
        rows, end = lambda: json.loads(flangeway("results", results, "--json"))["rows"] if results.exists() else 0, time.monotonic() + 60
        while time.monotonic() < end and rows() < 5:
            time.sleep(0.1)
        run.kill()
        run.wait()
        with browser.Page(self.page_of(results, verb="view"), width=800, height=600, in_space=True) as page:
            page.wait_for("document.querySelector('.view').dataset.at")
            self.choose(page, ".yields", 200)
            page.evaluate("(s => { s.value = s.max; s.dispatchEvent(new Event('input')); })(document.querySelector('.time'))")
            page.show(".view")
            self.assertNotIn("NaN", page.evaluate("document.querySelector('.view').dataset.heights"))
            nothing_went_wrong(self, page)

    def test_a_track_that_yields_without_its_shape(self):
        results = self.folder / "shapeless.h5"
        self.run_on_a_track_that_yields(results, "integration.duration=0.02", "output.deformed_track_interval=0")
        with browser.Page(self.page_of(results, verb="view"), width=800, height=600, in_space=True) as page:
            page.wait_for("document.querySelector('.view').dataset.at")
            self.assertIn("its shape is not in the file (output.deformed_track_interval): it is drawn under the wheels only",
                          page.evaluate("document.querySelector('.view .note').textContent"))
            self.choose(page, ".yields", 100)
            page.show(".view")
            for _, left, right in self.heights(page):
                self.assertLess((left + right) / 2, -0.07)  # about 70 mm below the rail's top, and 40 mm down
            nothing_went_wrong(self, page)

    def test_a_click_into_a_plot_moves_the_vehicle(self):
        with browser.Page(self.page_of(self.results)) as page:
            page.show("[data-panel^='Curvature']")
            page.drag("[data-panel^='Curvature'] .u-over", (0.5, 0.5), (0.5, 0.5))
            page.show("#view")
            page.wait_for("document.querySelector('.view .flat-picture')")
            self.assertAlmostEqual(float(page.evaluate("document.querySelector('.time').value")), 4, delta=0.1)
            page.screenshot(SCREENSHOTS / "report_view.png")
            nothing_went_wrong(self, page)

    def test_contact_patches(self):
        fields = self.folder / "fields.h5"
        flangeway("contact", CHECKOUT / "models/contact/wheel_on_rail.toml", "-o", fields, "--quiet", "--set", "wheel_on_rail.below.depths=[-0.001, -0.004]")
        with browser.Page(self.page_of(fields), before=CATCH) as page:
            page.show("[data-panel=Profiles]")
            for panel in ("Profiles", "Pressure", "Tangential traction", "Adhesion and slip", "Von Mises stress below the surface"):
                self.assertGreater(self.drawn(page, f"[data-panel='{panel}'] canvas"), 0.01, panel)
            page.screenshot(SCREENSHOTS / "patches.png")
            before = page.evaluate("document.querySelector('#patch .toolbar .note').textContent")
            page.evaluate("(s => { s.value = '3'; s.dispatchEvent(new Event('change')); })(document.querySelector('.case'))")
            self.assertNotEqual(page.evaluate("document.querySelector('#patch .toolbar .note').textContent"), before)
            stress = lambda: max(float(row[2]) for row in self.saved_table(page, "[data-panel^='Von Mises']")[1])
            near = stress()
            page.evaluate("(s => { s.value = '1'; s.dispatchEvent(new Event('change')); })(document.querySelector('.depth'))")
            self.assertNotEqual(stress(), near)
            self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('[data-panel^=Temperature]')).display"), "none")
            # The cases as a film.
            page.evaluate("document.querySelector('#patch .play').click()")
            page.wait_for("document.querySelector('.film').value === document.querySelector('.film').max && document.querySelector('#patch .play').textContent.includes('play')")
            self.assertEqual(page.evaluate("document.querySelector('.case').value"), page.evaluate("document.querySelector('.film').max"))
            page.show("#patch .maps")
            page.screenshot(SCREENSHOTS / "patches_film.png")
            page.show("#patch .plot")
            self.assertGreater(self.drawn(page, "#patch .plot canvas"), 0.01)
            page.show("#sweep")
            self.assertGreater(self.drawn(page, "#sweep canvas"), 0.01)
            names, rows = self.saved_table(page, "[data-panel='Pressure']")
            self.assertEqual(names, ["x in mm", "y in mm", "Pressure [MPa]"])
            self.assertGreater(max(float(row[2]) for row in rows), 100)
            names, rows = self.saved_table(page, "[data-panel='Adhesion and slip']")
            self.assertLessEqual({row[2] for row in rows}, {"adhesion", "slip"})
            for panel in ("[data-panel='Profiles']", "[data-panel='Along the row']", "[data-panel^='Across']", "#sweep"):
                self.saved_table(page, panel)
            nothing_went_wrong(self, page)

    def write(self, channels, rows, finished):
        """A result file with channels that no program of ours names, or none of those that it needs."""
        import h5py
        import numpy
        path = self.folder / "made.h5"
        text = h5py.string_dtype()
        with h5py.File(path, "w") as file:
            for name, value in {"format": "flangeway results", "status": "completed" if finished else "running", "summary": "{}",
                                "version": "1", "settings": "", "method": "<b>kec</b>", "command_line": "<script>alert(1)</script>"}.items():
                file.attrs.create(name, value, dtype=text)
            file.attrs["format_version"] = 1
            for index, name in enumerate(channels):
                column = file.create_dataset(f"channels/{name}", data=numpy.sin(0.1 * index + 0.01 * numpy.arange(rows)) if index else 0.01 * numpy.arange(rows))
                for key, value in {"unit": "N", "frame": "", "description": "<img src=x onerror=alert(1)>"}.items():
                    column.attrs.create(key, value, dtype=text)
                column.attrs["index"] = index
        return path

    def test_one_channel_and_two_hundred_and_texts_that_look_like_markup(self):
        try:
            import h5py  # noqa: F401
        except ImportError:
            self.skipTest("h5py is not there")
        for channels, rows in ((["t"], 50), (["t", *(f"<b>{i}</b>" .replace("/", "") for i in range(200))], 3000), (["t", "distance"], 0)):
            with browser.Page(self.page_of(self.write(channels, rows, rows > 50))) as page:
                page.show("#channels")
                chips = page.evaluate("document.querySelectorAll('#channels .chips button').length")
                self.assertEqual(chips, min(len(channels), 61))
                self.assertEqual(page.evaluate("document.querySelectorAll('img, b').length"), 0)
                nothing_went_wrong(self, page)


main()

#!/usr/bin/env python3
"""A day at the workbench in a headless browser: `flangeway serve`, from a new project to an archive.

    workbench_test.py FLANGEWAY CHECKOUT SCREENSHOTS

Screenshots stay in the folder SCREENSHOTS.
"""
import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import browser
from harness import PROGRAM, SCREENSHOTS, main, model

# The visible part of the open tab.
OPEN = "document.querySelector('.tab-place > [role=tabpanel]:not([hidden])')"


class Server:
    """The program serving a folder; a context manager."""

    def __init__(self, folder):
        self.process = subprocess.Popen([PROGRAM, "serve", str(folder), "--json"], stdout=subprocess.PIPE, text=True)
        self.address = json.loads(self.process.stdout.readline())["address"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(60)
        self.process.stdout.close()


class Bench(browser.Page):
    """The page, with what a user does."""

    def click(self, selector):
        self.wait_for(f"document.querySelector({json.dumps(selector)})")
        self.evaluate(f"document.querySelector({json.dumps(selector)}).click()")

    def click_text(self, text, within="document"):
        """The button with this text."""
        find = f"[...{within}.querySelectorAll('button')].find(b => b.textContent.trim() === {json.dumps(text)})"
        self.wait_for(f"{within} && {find} && !{find}.disabled")
        self.evaluate(f"{find}.click()")

    def fill(self, selector, value, event="change", within="document"):
        find = f"{within}.querySelector({json.dumps(selector)})"
        self.wait_for(f"{find} && ({find}.tagName !== 'SELECT' || [...{find}.options].some(o => o.value === {json.dumps(value)}))")
        self.evaluate(f"(i => {{ i.value = {json.dumps(value)}; for (const kind of ['input', {json.dumps(event)}]) "
                      f"i.dispatchEvent(new Event(kind, {{bubbles: true}})); }})({find})")

    def open(self, path):
        """A file, by its row in the tree."""
        row = f"[...document.querySelectorAll('.tree .row')].find(r => r.dataset.path === {json.dumps(path)} && r.classList.contains('file'))"
        self.fill(".tree-head input", path.rsplit("/", 1)[-1], "input")
        self.wait_for(row)
        self.evaluate(f"{row}.click()")
        self.wait_for(f"document.querySelector('.tab.active')?.title === {json.dumps(path)}")
        self.fill(".tree-head input", "", "input")

    def wait_until_checked(self):
        self.wait_for(f"{OPEN}?.dataset.checked === 'yes'")

    def start(self, verb, files, **options):
        """Fills the form of a verb and runs it; gives the command line that the form shows."""
        self.click("[data-open=verbs]")
        self.click(f".verb-list [data-verb={verb}]")
        self.wait_for(f"document.querySelector('.verb-form h2')?.textContent === 'flangeway {verb}'")
        for i, file in enumerate(files):
            if i:
                self.click_text("Another file")
            self.fill(f"[data-file='{i}']", file)
        for name, value in options.items():
            selector = f"[data-option='--{name.replace('_', '-')}']"
            if value is True:
                self.evaluate(f"(b => {{ if (!b.checked) b.click(); }})(document.querySelector(\"{selector}\"))")
            else:
                self.fill(selector, value)
        line = self.evaluate("document.querySelector('.command-line').textContent")
        before = self.evaluate("document.querySelectorAll('.run').length")
        self.click("[data-run=yes]")
        self.wait_for(f"document.querySelectorAll('.run').length > {before}")
        return line

    def run_state(self):
        """Of the newest run."""
        return self.evaluate("document.querySelector('.run')?.dataset.state")

    def wait_for_run(self, state="done"):
        self.wait_for(f"document.querySelector('.run')?.dataset.state === '{state}' || document.querySelector('.run')?.dataset.state === 'failed'", 400)
        if self.run_state() != state:
            self.click(".run [data-act=lines]")
            raise AssertionError(self.evaluate("document.querySelector('.run').innerText"))


class Day(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name) / "coach"
        self.folder.mkdir()

    def nothing_went_wrong(self, page):
        # Texts that are no TOML while they are typed are refused, which the browser notes.
        self.assertEqual([text for text in page.console if "422" not in text and "409" not in text], [])
        host = page.evaluate("location.host")
        self.assertEqual([url for url in page.requests if host not in url and not url.startswith(("data:", "blob:", "about:"))], [])

    def new_project(self, page):
        page.click("[data-new=project]")
        page.wait_for("document.querySelector('dialog select')")
        page.fill("dialog select", "coach")
        page.click("dialog button.main")
        page.wait_until_checked()
        self.assertNotIn("✖", page.evaluate(f"{OPEN}.querySelector('.file-state').textContent"))
        return page.evaluate("document.querySelector('.tab.active').title")

    def drop_profile(self, page):
        text = model("profiles/one_point_wheel.csv").read_text()
        page.evaluate("""(text => {
          const files = new DataTransfer(), side = document.querySelector('.side');
          files.items.add(new File([text], 'my_wheel.csv'));
          for (const kind of ['dragenter', 'dragover', 'drop']) side.dispatchEvent(new DragEvent(kind, {dataTransfer: files, bubbles: true, cancelable: true}));
        })(%s)""" % json.dumps(text))
        page.fill("dialog [name=folder]", "profiles")
        page.click("dialog button.main")
        page.wait_for("document.querySelector('.tab.active')?.title === 'profiles/my_wheel.csv'")
        self.assertEqual((self.folder / "profiles/my_wheel.csv").read_text(), text)

    def drop_recording(self, page):
        """Of a measuring car, as its file is."""
        text = model("measured/track_geometry.csv").read_text()
        page.evaluate("""(text => {
          const files = new DataTransfer(), side = document.querySelector('.side');
          files.items.add(new File([text], 'geometry.csv'));
          side.dispatchEvent(new DragEvent('drop', {dataTransfer: files, bubbles: true, cancelable: true}));
        })(%s)""" % json.dumps(text))
        page.fill("dialog [name=folder]", "recordings")
        page.click("dialog button.main")
        page.wait_for("document.querySelector('.tab.active')?.title === 'recordings/geometry.csv'")

    def move_a_point(self, page, vehicle):
        """A spring that is dragged in the picture changes its numbers in the text and the form."""
        page.evaluate(f"(d => {{ d.open = true; d.dispatchEvent(new Event('toggle')); }})({OPEN}.querySelector('[data-table=\"bushings[0]\"]'))")
        field = f"{OPEN}.querySelector('[data-key=\"bushings[0].position\"]')"
        page.wait_for(field)
        page.evaluate(f"{field}.dispatchEvent(new Event('focus'))")
        inner = page.frame("view.html")
        points = "JSON.parse(document.querySelector('.view')?.dataset.points || '[]')"
        inner.wait_for(f"document.querySelector('.view')?.dataset.chosen === 'primary1_left' && {points}.length === 1")
        key, *start = inner.evaluate(f"{points}[0]")
        self.assertEqual(key, "position")
        inner.evaluate("""((canvas, x, y) => { const box = canvas.getBoundingClientRect();
          for (const [kind, dx, dy] of [['pointerdown', 0, 0], ['pointermove', 12, -9], ['pointermove', 24, -18], ['pointerup', 24, -18]])
            canvas.dispatchEvent(new PointerEvent(kind, {clientX: box.x + x + dx, clientY: box.y + y + dy, bubbles: true, pointerId: 1, button: 0}));
        })(document.querySelector('.space'), %f, %f)""" % tuple(start))
        page.wait_for(f"!{OPEN}.querySelector('button.save').disabled && {OPEN}.dataset.checked === 'yes'")
        moved = page.evaluate(f"{field}.value")
        numbers = [float(word) for word in re.findall(r"[-\d.]+", moved)]
        self.assertEqual(len(numbers), 3)
        self.assertEqual(sum(a != b for a, b in zip(numbers, (10.78, 1.0, 0.67))), 2, moved)  # in a plane of two axes
        self.assertTrue(all(abs(1000 * x - round(1000 * x)) < 1e-6 for x in numbers), moved)
        page.screenshot(SCREENSHOTS / "workbench_moved.png")

    def test_files(self):
        with Server(self.folder) as server, Bench(server.address, width=1280, height=800) as page:
            page.screenshot(SCREENSHOTS / "workbench_empty.png")
            case = self.new_project(page)
            page.screenshot(SCREENSHOTS / "workbench_case.png")
            self.drop_profile(page)
            self.drop_recording(page)
            page.start("recording", ["recordings/geometry.csv"], gaps="split", plot="reports/geometry.svg")
            page.wait_for_run()
            page.click(".run [data-act='open reports/geometry.svg']")
            page.wait_for(f"{OPEN}.querySelector('iframe')?.dataset.loaded")

            # A cell of the table of segments changes its number; the picture and the verdict follow without a save.
            page.open("tracks/curve.toml")
            page.wait_until_checked()
            page.click("[role=tabpanel]:not([hidden]) [data-side=line]")
            verdict = f"{OPEN}.querySelector('[data-verdict=cant_deficiency]')"
            page.wait_for(f"{OPEN}.querySelector('.track-desk')?.dataset.ready === 'yes' && {verdict}")
            self.assertIn("✖ not kept", page.evaluate(f"{verdict}.textContent"))  # 120 km/h in 500 m with 60 mm
            page.screenshot(SCREENSHOTS / "workbench_line.png")
            page.fill("[data-cell='2.radius']", "1000", within=OPEN)
            page.wait_for(f"{verdict}?.textContent.includes('✔ kept')")
            self.assertIn("radius = 1000  # m", page.evaluate(f"{OPEN}.querySelector('.cm-content').innerText"))
            page.click_text("↶", OPEN)
            page.wait_for(f"{OPEN}.querySelector('[data-cell=\"2.radius\"]')?.value === '500' && {OPEN}.querySelector('button.save').disabled")

            page.open(case)
            page.wait_until_checked()

            # A value in the form changes its own bytes only.
            before = (self.folder / case).read_bytes()
            page.fill("[data-key=speed]", "12.5", within=OPEN)
            page.wait_for(f"!{OPEN}.querySelector('button.save').disabled && {OPEN}.dataset.checked === 'yes'")
            page.click_text("Save", OPEN)
            page.wait_for(f"{OPEN}.querySelector('button.save').disabled")
            after = (self.folder / case).read_bytes()
            self.assertEqual(after, re.sub(rb'(?m)^speed = ("[^"]*"|[^ \n]*)', b"speed = 12.5", before))
            self.assertNotEqual(after, before)

            # A finding is shown at the field, the line and in the list, and undo takes its cause back.
            page.fill("[data-key=speed]", "-3", within=OPEN)
            page.wait_for(f"{OPEN}.querySelector('.finding.error')")
            self.assertEqual(page.evaluate(f"{OPEN}.querySelector('[data-key=speed]').getAttribute('aria-invalid')"), "true")
            self.assertTrue(page.evaluate(f"Boolean({OPEN}.querySelector('.cm-lint-marker-error'))"))
            page.screenshot(SCREENSHOTS / "workbench_finding.png")
            page.click_text("↶", OPEN)
            page.wait_for(f"!{OPEN}.querySelector('.finding.error')")
            self.assertEqual(page.evaluate(f"{OPEN}.querySelector('[data-key=speed]').value"), "12.5")

            # A change from outside is shown at once.
            (self.folder / case).write_bytes(after + b"# from outside\n")
            page.wait_for(f"{OPEN}.querySelector('.cm-content').textContent.includes('from outside')")

            # Two who change one file: nobody's work is lost.
            page.fill("[data-key=speed]", "13", within=OPEN)
            page.wait_for(f"{OPEN}.querySelector('[data-key=speed]').value === '13' && !{OPEN}.querySelector('button.save').disabled")
            (self.folder / case).write_bytes(b"# first line\n" + after)
            page.wait_for(f"!{OPEN}.querySelector('.banner').hidden")
            page.click_text("Save", OPEN)
            page.wait_for("document.querySelector('dialog .cm-mergeView')")
            page.screenshot(SCREENSHOTS / "workbench_merge.png")
            page.click_text("Cancel", "document.querySelector('dialog')")
            self.assertTrue((self.folder / case).read_bytes().startswith(b"# first line\n"))
            page.click_text("Save", OPEN)
            page.click_text("Take the text on the disk", "document.querySelector('dialog')")
            page.wait_for(f"{OPEN}.querySelector('.cm-content').textContent.includes('first line')")
            self.nothing_went_wrong(page)

    def test_computing(self):
        with Server(self.folder) as server, Bench(server.address, width=1920, height=1080, dark=True, in_space=True) as page:
            case = self.new_project(page)
            vehicle = next(str(path.relative_to(self.folder)) for path in (self.folder / "vehicles").glob("*.toml"))

            page.open(vehicle)
            page.wait_until_checked()
            for verb in ("check", "view"):
                page.click(f"[role=tabpanel]:not([hidden]) [data-side={verb}]")
                page.wait_for(f"{OPEN}.querySelector('.file-side').dataset.page === 'done' && {OPEN}.querySelector('iframe')?.dataset.loaded")
                page.show("iframe")
                page.screenshot(SCREENSHOTS / f"workbench_{verb}.png")
            self.move_a_point(page, vehicle)

            # A run that is stopped goes on where it was.
            line = page.start("run", [case], output="results/first.h5", set="integration.method=abm4\nintegration.step=5e-4")
            self.assertTrue(line.startswith(f"flangeway run {case} "), line)
            for part in ("-o results/first.h5", "--set integration.method=abm4", "--set integration.step=5e-4"):
                self.assertIn(part, line)
            page.wait_for("document.querySelector('.run[data-state=running] progress')?.value > 0")
            page.click(".run [data-act=stop]")
            page.wait_for_run("stopped")
            page.screenshot(SCREENSHOTS / "workbench_stopped.png")
            page.click(".run [data-act=continue]")
            page.wait_for_run()
            page.start("run", [case], output="results/second.h5", set="speed=15")
            page.wait_for_run()

            page.open("results/first.h5")
            page.wait_for(f"{OPEN}.dataset.ready === 'yes'")
            page.fill("[data-add=result]", "results/second.h5", within=OPEN)
            page.wait_for(f"{OPEN}.querySelectorAll('.result-file').length === 2 && {OPEN}.dataset.ready === 'yes'")
            curves = f"{OPEN}.querySelectorAll('.result-plot .u-series').length"
            self.assertGreaterEqual(page.evaluate(curves), 3)
            page.drag("[role=tabpanel]:not([hidden]) .u-over", (0.25, 0.5), (0.5, 0.5))
            page.wait_for(f"{OPEN}.dataset.ready === 'yes' && !{OPEN}.querySelector('.shown').textContent.startsWith('0 …')")
            page.screenshot(SCREENSHOTS / "workbench_results.png")

            # The same as a page, with key numbers by role.
            page.click_text("Compare", OPEN)
            page.wait_for(f"document.querySelector('.tab.active').title.startsWith('.flangeway/pages/compare') && {OPEN}.querySelector('iframe')", 120)
            self.nothing_went_wrong(page)

    def test_documents(self):
        with Server(self.folder) as server, Bench(server.address, width=1280, height=800) as page:
            case = self.new_project(page)

            # A study, written by the page and run.
            page.click_text("New ▾")
            page.click_text("Study of a case…", "document.querySelector('.menu')")
            page.click_text("Go on", "document.querySelector('dialog')")
            page.wait_for("document.querySelector('dialog .axis')")
            page.fill(".axis input[aria-label=key]", "speed", "input")
            page.fill(".axis input[aria-label=values]", "10 to 19.5 step 0.5", "input")
            self.assertEqual(page.evaluate("document.querySelector('dialog strong').textContent"), "20 runs")
            page.click_text("Write the study", "document.querySelector('dialog')")
            page.wait_for("document.querySelector('.tab.active')?.title.startsWith('studies/')")
            page.wait_until_checked()
            study = page.evaluate("document.querySelector('.tab.active').title")
            self.assertNotIn("✖", page.evaluate(f"{OPEN}.querySelector('.file-state').textContent"))
            file = self.folder / study  # shortened by another editor
            file.write_text(file.read_text().replace("\n\n[[axes]]", "\nset = { integration.duration = 0.5 }\n\n[[axes]]", 1))
            page.wait_for(f"{OPEN}.querySelector('.cm-content').textContent.includes('integration.duration')")
            page.start("study", [study], output="studies/speeds")
            page.wait_for_run()
            page.click(".run [data-act='open studies/speeds']")
            page.wait_for("document.querySelector('.tab.active')?.title === 'studies/speeds/results.csv'")
            page.wait_for(f"{OPEN}.querySelectorAll('tbody tr').length === 20")
            page.click("[data-plots=study]")
            page.wait_for(f"{OPEN}.querySelectorAll('.run-curve').length === 20")
            self.assertEqual(page.evaluate(f"{OPEN}.querySelectorAll('[data-effect=speed] .mean-point').length"), 8)  # stretches of twenty values
            page.screenshot(SCREENSHOTS / "workbench_study.png")
            page.drag("[data-axis=speed] .axis-area", (0.5, 0.005), (0.5, 0.5))
            page.wait_for(f"Number({OPEN}.querySelector('.parallel').dataset.kept) < 20")
            self.assertEqual(page.evaluate(f"{OPEN}.querySelectorAll('.run-curve.faded').length"), 10)
            # The table of a study is no result of a run, and is never out of date.
            table = "[...document.querySelectorAll('.tree .row')].find(r => r.dataset.path === 'studies/speeds/results.h5')"
            page.fill(".tree-head input", "results.h5", "input")
            page.wait_for(table)
            self.assertNotIn("out of date", page.evaluate(f"{table}.textContent"))
            page.evaluate(f"{table}.click()")
            page.wait_for("document.querySelector('.tab.active')?.title === 'studies/speeds/results.csv'")
            page.fill(".tree-head input", "", "input")

            # A run, its assessment, both on paper, and an archive of all that is repeated.
            page.start("run", [case], output="results/first.h5")
            page.wait_for_run()
            for verb, output, options in (("report", "reports/first.pdf", {}), ("assess", "reports/assessment.html", {"rule": "en14363_simplified", "bogie_mass": "6241"}),
                                          ("archive", "archives/first.zip", {})):
                page.start(verb, ["results/first.h5"], output=output, **options)
                page.wait_for_run()
                self.assertGreater((self.folder / output).stat().st_size, 1000)
            page.open("reports/assessment.html")
            page.wait_for(f"{OPEN}.querySelector('iframe')?.dataset.loaded")
            page.show("iframe")
            page.screenshot(SCREENSHOTS / "workbench_assessment.png")
            page.start("reproduce", ["archives/first.zip"])
            page.wait_for_run()
            page.screenshot(SCREENSHOTS / "workbench_archive.png")
            self.nothing_went_wrong(page)


if __name__ == "__main__":
    main()

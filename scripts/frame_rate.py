#!/usr/bin/env python3
"""Plays the view of a run in a headless browser that draws in software, and prints how many pictures a second it shows.

    scripts/frame_rate.py                    60 s of the Manchester wagon, recorded every millisecond
    scripts/frame_rate.py RESULT.h5 …        of other results
    … --build BUILD                          the folder of the build, default build/release
    … --all                                  with all detail, instead of what the view leaves out to keep up
    … --seconds S                            how long each is played, default 20

One line each: seconds to make the page, its size, pictures a second over the last quarter of the time, processor time
of all of the browser per picture, and what the page says. On a busy machine only the processor time means anything.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(CHECKOUT / "tests/web"))
import browser  # noqa: E402

COUNT = "(() => { window.pictures = 0; const count = () => { ++window.pictures; requestAnimationFrame(count); }; requestAnimationFrame(count); })()"


def processor_time(process):
    """Seconds that a process and all that it started have used."""
    used = 0.0
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return used
    return used + sum(processor_time(int(child)) for child in children)


def usual_run(program, folder):
    result = folder / "manchester_60s.h5"
    subprocess.run([program, "run", CHECKOUT / "models/cases/manchester_r500_irregular.toml", "-o", result, "--quiet",
                    "--set", "output.interval=1e-3", "--set", "integration.duration=60", "--set", "track.segments[2].length=1100"], check=True)
    return result


def measure(program, result, folder, seconds, everything):
    html = folder / (Path(result).stem + ".html")
    started = time.monotonic()
    subprocess.run([program, "view", result, "-o", html, "--force"], check=True)
    made = time.monotonic() - started
    with browser.Page(html, height=800, in_space=True) as page:
        page.wait_for("document.querySelector('.view')?.dataset.at")
        if everything:
            page.evaluate("(s => { s.value = 'full'; s.dispatchEvent(new Event('change')); })(document.querySelector('.detail'))")
        page.evaluate(COUNT)
        page.evaluate("document.querySelector('.play').click()")
        time.sleep(0.75 * seconds)
        look = lambda: (time.monotonic(), page.evaluate("window.pictures"), processor_time(page.browser.process.pid))
        before = look()
        time.sleep(0.25 * seconds)
        span, pictures, used = (b - a for a, b in zip(before, look()))
        said = page.evaluate("document.querySelector('.frames').textContent")
        size = page.evaluate("(c => `${c.width} × ${c.height}`)(document.querySelector('.space'))")
    print(f"{Path(result).stem}: page {made:.1f} s, {html.stat().st_size / 1e6:.1f} MB; {pictures / span:.1f} pictures a second of {size}, "
          f"{1e3 * used / max(pictures, 1):.0f} ms of processor time each. The page says: {said}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="*", type=Path)
    parser.add_argument("--build", type=Path, default=CHECKOUT / "build/release")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--all", action="store_true")
    chosen = parser.parse_args()
    if browser.find_browser() is None:
        sys.exit("there is no Chromium (scripts/setup installs it)")
    program = chosen.build / "bin/flangeway"
    with tempfile.TemporaryDirectory() as folder:
        for result in chosen.results or [usual_run(program, Path(folder))]:
            measure(program, result, Path(folder), chosen.seconds, chosen.all)


main()

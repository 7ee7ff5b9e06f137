#!/usr/bin/env python3
"""Measures, and holds the measures against benchmarks/budget.json.

    scripts/bench.py                        all benchmarks; prints a table, writes BUILD/../bench.json
    scripts/bench.py --check-instructions   only the instruction counts; exit code 1 if one is over its budget
    … --build BUILD                         the folder of the build, default build/release

bench.json: name -> {"value", "unit", "budget"}; the budget is null where there is none.

budget.json: name -> {"value", "unit", "tolerance"} for a benchmark of flangeway_bench (a time: it depends on the
machine, so that going over it is shown, not an error). With "kind": "instructions" the entry defines a measurement
by callgrind, which is the same on a busy machine:

    "command": ["{bin}/flangeway", "run", "CASE.toml", "-o", "{out}/a.h5"],     run in the checkout
    "runs": [{"arguments": ["--set", "…=10"], "steps": 500}, {"arguments": ["--set", "…=30"], "steps": 1500}]

Its value is (instructions of the second run - those of the first) / (difference of steps), so that start-up and
output at the end do not count. A tolerance of 0.1 lets it grow by 10 %.

With "kind": "ratio" it compares the wall times that two commands print as --json, "command" over "reference", which
take turns ROUNDS times; the least time of each counts, because other programs only ever add to it. With "clock":
"processor" these are the processor times of the whole commands, and they take turns PROCESSOR_ROUNDS times.

With "kind": "real_time" it is the processor time of a simulated second. The "runs" differ in their simulated "seconds",
so that start-up does not count; 50 ms are 20 times real time. All entries of this kind take turns. With "beside" it is
divided by that of another entry.

With "kind": "step_time" it is the median time of a step that the runner of generated code reports. All entries of this
kind take turns STEP_TIME_ROUNDS times, and the least median of each counts.
"""
import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
SKIPPED = 77
ROUNDS = 9
PROCESSOR_ROUNDS = 3
REAL_TIME_ROUNDS = 4
STEP_TIME_ROUNDS = 3


class MeasurementFailed(Exception):
    pass


def count_instructions(command):
    """Instructions that the program itself executes, counted by callgrind."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", *command],
                             cwd=CHECKOUT, capture_output=True, text=True)
    counted = re.search(r"Collected\s*:\s*(\d+)", run.stderr)
    if run.returncode != 0 or not counted:
        raise MeasurementFailed(f"{' '.join(command)} ended with exit code {run.returncode}:\n{run.stderr[-2000:]}")
    return int(counted.group(1))


def filled(words, build, out):
    """A command of budget.json with the folders of the programs and of its results. Other braces are TOML."""
    return [word.replace("{bin}", str(build / "bin")).replace("{out}", str(out)) for word in words]


def instructions_per_step(entry, build, count=count_instructions):
    """The difference of the two runs of an entry of budget.json, per step."""
    totals = []
    for run in entry["runs"]:
        with tempfile.TemporaryDirectory() as out:
            words = [*entry["command"], *run["arguments"]]
            totals.append(count(filled(words, build, out)))
    steps = entry["runs"][1]["steps"] - entry["runs"][0]["steps"]
    return (totals[1] - totals[0]) / steps


def measure_instructions(budgets, build):
    entries = {name: entry for name, entry in budgets.items() if entry.get("kind") == "instructions"}
    return {name: (instructions_per_step(entry, build), entry["unit"]) for name, entry in entries.items()}


def report_of(command):
    """What a command prints as JSON."""
    run = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True)
    if run.returncode != 0:
        raise MeasurementFailed(f"{' '.join(command)} ended with exit code {run.returncode}:\n{run.stderr[-2000:]}")
    return json.loads(run.stdout)


def wall_time(command):
    """Seconds that a run of flangeway says it took."""
    return report_of(command)["wall_time"]


def step_time(command):
    """The median time of a step, in µs, that the runner of generated code reports."""
    return report_of(command)["median_us"]


def processor_time(command):
    """Seconds of processor time of a command, from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode != 0:
        raise MeasurementFailed(f"{' '.join(command)} ended with exit code {run.returncode}:\n{run.stderr[-2000:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def min_times(commands, build, time=wall_time, rounds=ROUNDS):
    """Of commands that take turns."""
    with tempfile.TemporaryDirectory() as out:
        words = [filled(command, build, out) for command in commands]
        return [min(times) for times in zip(*[[time(command) for command in words] for _ in range(rounds)])]


CLOCKS = {"wall": {"time": wall_time}, "processor": {"time": processor_time, "rounds": PROCESSOR_ROUNDS}}


def measure_ratios(budgets, build):
    measured = {}
    for clock in CLOCKS:
        measured.update(measure_ratios_by(clock, budgets, build))
    return measured


def measure_ratios_by(clock, budgets, build):
    entries = {name: entry for name, entry in budgets.items()
               if entry.get("kind") == "ratio" and entry.get("clock", "wall") == clock}
    commands = []
    for entry in entries.values():
        commands += [command for command in (entry["reference"], entry["command"]) if command not in commands]
    times = min_times(commands, build, **CLOCKS[clock]) if commands else []
    least = lambda command: times[commands.index(command)]  # noqa: E731
    return {name: (least(entry["command"]) / least(entry["reference"]), entry["unit"])
            for name, entry in entries.items()}


def measure_real_times(budgets, build):
    """ms of processor time for a simulated second, or how many times that of another entry."""
    entries = {name: entry for name, entry in budgets.items() if entry.get("kind") == "real_time"}
    commands = [[*entry["command"], *run["arguments"]] for entry in entries.values() for run in entry["runs"]]
    times = min_times(commands, build, processor_time, REAL_TIME_ROUNDS) if commands else []
    per_second = {}
    for (name, entry), start, end in zip(entries.items(), times[0::2], times[1::2]):
        per_second[name] = 1000 * (end - start) / (entry["runs"][1]["seconds"] - entry["runs"][0]["seconds"])
    return {name: (per_second[name] / per_second.get(entry.get("beside"), 1), entry["unit"])
            for name, entry in entries.items()}


def measure_step_times(budgets, build):
    entries = {name: entry for name, entry in budgets.items() if entry.get("kind") == "step_time"}
    commands = [entry["command"] for entry in entries.values()]
    times = min_times(commands, build, step_time, STEP_TIME_ROUNDS) if commands else []
    return {name: (time, entry["unit"]) for (name, entry), time in zip(entries.items(), times)}


def measure_times(build):
    """name -> (value, unit) of each benchmark of flangeway_bench."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "times.json"
        subprocess.run([build / "bin/flangeway_bench", f"--benchmark_out={out}", "--benchmark_out_format=json"],
                       check=True, stdout=subprocess.DEVNULL)
        benchmarks = json.loads(out.read_text(encoding="utf-8"))["benchmarks"]
    return {b["name"]: (b["cpu_time"], b["time_unit"]) for b in benchmarks if b["run_type"] == "iteration"}


def merge(measured, budgets):
    """What bench.json holds. A budget in another unit than the measure is a mistake."""
    merged = {}
    for name, (value, unit) in measured.items():
        budget = budgets.get(name)
        if budget and budget["unit"] != unit:
            raise MeasurementFailed(f"{name} is measured in {unit}, but its budget is in {budget['unit']}")
        merged[name] = {"value": value, "unit": unit, "budget": budget["value"] if budget else None}
    return merged


def over_budget(merged, budgets):
    return [name for name, entry in merged.items() if entry["budget"] is not None
            and entry["value"] > entry["budget"] * (1 + budgets[name]["tolerance"])]


def table(merged, over):
    rows = [("measure", "value", "unit", "budget", "")]
    for name, entry in merged.items():
        budget = "" if entry["budget"] is None else f"{entry['budget']:.4g}"
        rows.append((name, f"{entry['value']:.4g}", entry["unit"], budget, "OVER" if name in over else ""))
    width = max(len(row[0]) for row in rows)
    return "\n".join(f"{r[0]:<{width}} {r[1]:>12} {r[2]:<20} {r[3]:>12} {r[4]}".rstrip() for r in rows)


def main(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check-instructions", action="store_true")
    parser.add_argument("--build", type=Path, default=CHECKOUT / "build/release")
    options = parser.parse_args(words)
    budgets = json.loads((CHECKOUT / "benchmarks/budget.json").read_text(encoding="utf-8"))
    counted = [name for name, entry in budgets.items() if entry.get("kind") == "instructions"]
    if shutil.which("valgrind") is None or (options.check_instructions and not counted):
        print("skipped: instructions need valgrind and an entry in benchmarks/budget.json")
        if options.check_instructions:
            return SKIPPED
        counted = []

    try:
        measured = {} if options.check_instructions else measure_times(options.build)
        if not options.check_instructions:
            measured.update(measure_ratios(budgets, options.build.resolve()))
            measured.update(measure_real_times(budgets, options.build.resolve()))
            measured.update(measure_step_times(budgets, options.build.resolve()))
        measured.update(measure_instructions({name: budgets[name] for name in counted}, options.build.resolve()))
        merged = merge(measured, budgets)
    except MeasurementFailed as failure:
        print(failure)
        return 1
    over = over_budget(merged, budgets)
    print(table(merged, over))
    if options.check_instructions:
        return 1 if over else 0
    results = options.build.resolve().parent / "bench.json"
    results.write_text(json.dumps(merged, indent=2) + "\n", encoding="utf-8")
    print(f"written to {results}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""Runs decks of the program CONTACT with flangeway and compares with the results that the program prints.

    contact_decks.py FLANGEWAY FOLDER [--deck NAME]… [--table | --rows | --counts] [--skip-missing]

FOLDER has cases/NAME.inp, cases/NAME.expected.json, more/ with others and, for some, precise/NAME.csv with more digits.
Prints each violation of the tolerances and ends with exit code 1; with --table prints the largest deviations as
Markdown, with --rows those of every case, with --counts how many cases have forces within 1 % and pmax within 3 %. With --skip-missing a case is no violation that needs a file that is not
there. Exit code 77: the folder is not there.

Tolerances, relative to the quantity named: forces to the normal force, moment to normal force × √(contact area), the
others to themselves (counts: to the elements in contact, one element at least). Of a patch that carries less than a
twentieth of the largest one forces and position are compared. Cases of a transient sequence or with falling friction
have the wider ones, and those whose profiles CONTACT interpolates between its elements the widest.
"""
import argparse
import csv
import json
import math
import subprocess
import sys
from pathlib import Path

STEADY = {"forces": 0.005, "moment": 0.01, "approach": 0.005, "pmax": 0.02, "counts": 0.02, "creepages": 0.015,
          "position": 0.05, "angle": 1.0, "stresses": 0.02, "temperature": 0.005}
SEQUENCE = STEADY | {"forces": 0.01, "moment": 0.02, "approach": 0.01, "pmax": 0.03, "counts": 0.03}
# For flats as wide as their elements: surfaces between slices are interpolated once more there.
SLICED = STEADY | {"forces": 0.02, "approach": 0.08, "pmax": 0.13, "counts": 0.03, "angle": 3.0, "creepages": 0.15}
# For elements, meshes and samples at exactly the same positions: any other change moves the results by more.
SAME = STEADY | {"forces": 0.002, "moment": 0.005, "approach": 0.002, "pmax": 0.002, "counts": 0.005, "position": 0.005,
                 "angle": 0.1}
OTHERS = dict.fromkeys(("m1_catt_shift", "m1_totforce", "t1_force_cp", "t1_merge_cp", "t1_npotmax", "t1_split_cp",
                        "t1_zws", "worn_site_b"), SAME)
OTHERS |= dict.fromkeys(("rounded_flat_d09", "cross_locus"), SLICED)
OTHERS["mbench_brute"] = STEADY | {"counts": 0.15, "position": 0.1}  # patches of 20 elements
UNITS = {"position": "mm", "angle": "mrad"}  # the others are relative
PRECISE = {"FN": "fn", "FX": "fx", "FS": "fy", "MN": "mz", "approach": "pen", "pmax": "pmax"}


def shared_file(folder, name):
    first = folder / "cases" / name
    return first if first.exists() else folder / "more" / name


def precise_rows(folder, name):
    file = folder / "precise" / f"{name}.csv"
    if not file.exists():
        return {}
    with open(file, encoding="utf-8") as stream:
        return {(int(row["case"]), int(row["patch"])): row for row in csv.DictReader(stream)}


def expected_cases(folder, name):
    """The printed results, with more digits where they are known; patches None: nothing printed."""
    with open(shared_file(folder, f"{name}.expected.json"), encoding="utf-8") as stream:
        cases = json.load(stream)["cases"]
    rows = precise_rows(folder, name)
    for case in cases:
        for number, patch in enumerate(case["patches"] or [], 1):
            row = rows.get((case["case"], number))
            if row:
                patch.update({key: float(row[column]) for key, column in PRECISE.items()})
                patch["area"] = float(row["area_mm2"])
    return cases


def is_sequence(control):
    first, second = control[0].zfill(7), control[1].zfill(7)
    return first[3] in "12" and first[1] != "2" or second[1] in "234" or (second[1] == "1" and first[3] == "2")



def deviations(theirs, ours, load):
    """(kind, quantity, relative deviation, their value, our value) of one patch; load: largest FN of the case."""
    normal = max(abs(theirs["FN"]), 0.1 * load)  # a patch that hardly touches hangs on nanometres
    length = math.sqrt(theirs.get("area") or ours.get("contact_area_estimate") or 1.0)
    for key in ("FN", "FX", "FS"):
        yield "forces", key, abs(ours[key] - theirs[key]) / normal, theirs[key], ours[key]
    yield "moment", "MN", abs(ours["MN"] - theirs["MN"]) / (normal * length), theirs["MN"], ours["MN"]
    if theirs.get("max_temperature"):
        wanted, got = theirs["max_temperature"], ours["max_temperature"]
        yield "temperature", "max_temperature", abs(got / wanted - 1), wanted, got
    for key in ("approach", "pmax"):
        if theirs[key]:
            yield key, key, abs(ours[key] / theirs[key] - 1), theirs[key], ours[key]
    counts = theirs["elements"]
    for key in ("contact", "adhesion", "slip", "plastic") if counts else ():
        if counts.get(key) is None:
            continue
        whole = max(counts["contact"], 1)
        apart = abs(ours["elements"][key] - counts[key])
        yield "counts", key, (apart / whole if apart > 1 else 0.0), counts[key], ours["elements"][key]
    for i, key in enumerate(("CKSI", "CETA")):
        if theirs["creepages"] and theirs["creepages"][i]:
            wanted = theirs["creepages"][i]
            # 1 µm of a rolling radius of 0.46 m is a creepage of 2e-6.
            scale = max(4e-4, *(abs(c) for c in theirs["creepages"][:2]))
            yield "creepages", key, abs(ours["creepages"][i] - wanted) / scale, wanted, ours["creepages"][i]
    if theirs["contact_angle"] is not None:
        for key in ("x", "y", "z"):
            yield "position", key, abs(ours[key] - theirs[key]), theirs[key], ours[key]
        yield "angle", "contact_angle", 1e3 * abs(ours["contact_angle"] - theirs["contact_angle"]), theirs["contact_angle"], ours["contact_angle"]


def stress_deviations(theirs, ours):
    """Largest stresses below the surface, printed with three decimals: half of the last one is theirs."""
    for number, block in enumerate(theirs.get("subsurface_maxima") or []):
        found = (ours.get("subsurface_maxima") or [{}] * (number + 1))[number]
        largest = max(abs(value[0]) for value in block.values())
        for key, (wanted, *_) in block.items():
            got = found.get(key, [math.inf])[0]
            yield "stresses", key, max(0.0, abs(got - wanted) - 0.0005) / largest, wanted, got


def run(flangeway, file):
    done = subprocess.run([flangeway, "contact", str(file), "--json"], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 2, 3) or not done.stdout:
        raise SystemExit(f"{file}: exit code {done.returncode}\n{done.stderr}")
    return {case["case"]: case for case in json.loads(done.stdout)["cases"]}


def amount(kind, apart):
    return f"{apart:.3f} {UNITS[kind]}" if kind in UNITS else f"{100 * apart:.2f} %"


class Report:
    def __init__(self, skip_missing):
        self.violations, self.largest, self.compared, self.missing = [], {}, 0, 0
        self.skip_missing = skip_missing

    def compare(self, deck, case, ours):
        name = f"{deck} {case['case']}"
        if "does not exist" in ours.get("message", "") and self.skip_missing:
            self.missing += 1
            return
        if ours.get("status"):
            self.violations.append(f"{name}: {ours['status']}: {ours['message']}")
        if case["patches"] is None:
            return
        found = ours["patches"] or []
        if len(found) != len(case["patches"]):
            self.violations.append(f"{name}: {len(found)} patches, expected {len(case['patches'])}")
            return
        limits = OTHERS.get(deck, SEQUENCE if is_sequence(case["control"]) else STEADY)
        self.compared += 1
        load = max((patch["FN"] for patch in case["patches"]), default=0)
        for number, (theirs, patch) in enumerate(zip(case["patches"], found), 1):
            self.compare_patch(f"{name} patch {number}", case["case"], load, theirs, patch, limits)

    def compare_patch(self, name, number, load, theirs, patch, limits):
        found = [*deviations(theirs, patch, load), *stress_deviations(theirs, patch)]
        for kind, key, apart, wanted, got in found:
            if theirs["FN"] < 0.05 * load and kind not in ("forces", "position"):
                continue
            limit = limits[kind]
            if not apart <= limit:
                self.violations.append(f"{name}: {key} = {got:.6g}, expected {wanted:.6g} ({amount(kind, apart)})")
            if apart >= self.largest.get(kind, (-1, 0))[0]:
                self.largest[kind] = (apart, number)

    def row(self, deck):
        cells = [f"`{deck}`", str(self.compared), str(self.missing)]
        for kind in STEADY:
            apart, number = self.largest.get(kind, (None, 0))
            cells.append("–" if apart is None else f"{amount(kind, apart)} ({number})")
        return "| " + " | ".join(cells) + f" | {len(self.violations)} |"


class Counts:
    """Cases by how they came out: forces within 1 % of FN, largest pressures within 3 %."""
    LIMITS = {"forces": 0.01, "pmax": 0.03}
    TITLES = ("cases", "printed by CONTACT", "forces within 1 %", "pmax within 3 %", "not converged", "not computed")

    def __init__(self):
        self.values, self.off = [0] * len(self.TITLES), []

    def add(self, deck, case, ours):
        self.values[0] += 1
        status = ours.get("status")
        self.values[4] += status == "not converged"
        self.values[5] += status == "bad input"
        if case["patches"] is None:
            return
        self.values[1] += 1
        single = Report(True)
        single.compare(deck, case, ours)
        for column, (kind, limit) in enumerate(self.LIMITS.items(), 2):
            apart = single.largest.get(kind, (0, 0))[0] if single.compared else math.inf
            if apart <= limit and status is None:
                self.values[column] += 1
            elif status != "bad input":
                self.off.append(f"{deck} {case['case']}: {kind} {100 * apart:.1f} %")

    def row(self, name):
        return f"| {name} | " + " | ".join(map(str, self.values)) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("flangeway")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--deck", action="append")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("--counts", action="store_true")
    parser.add_argument("--skip-missing", action="store_true")
    arguments = parser.parse_args()
    if not (arguments.folder / "cases").is_dir():
        return 77
    names = arguments.deck or sorted(file.stem for file in arguments.folder.glob("*/*.inp"))
    if arguments.table:
        print("| deck | compared | no file | " + " | ".join(STEADY) + " | outside tolerance |")
        print("| --- | --- | --- | " + " | ".join("---" for _ in STEADY) + " | --- |")
    if arguments.rows:
        print("| case | " + " | ".join(STEADY) + " |\n| --- | " + " | ".join("---" for _ in STEADY) + " |")
    if arguments.counts:
        print("| deck | " + " | ".join(Counts.TITLES) + " |\n| --- |" + " --- |" * len(Counts.TITLES))
    violations, total = [], Counts()
    for name in names:
        report = Report(arguments.skip_missing)
        ours = run(arguments.flangeway, shared_file(arguments.folder, f"{name}.inp"))
        counts = Counts()
        for case in expected_cases(arguments.folder, name):
            counts.add(name, case, ours[case["case"]])
            report.compare(name, case, ours[case["case"]])
            if arguments.rows:
                single = Report(True)
                single.compare(name, case, ours[case["case"]])
                print(f"| {name} {case['case']} | " + " | ".join(
                    amount(kind, single.largest[kind][0]) if kind in single.largest else "–" for kind in STEADY) + " |")
        if arguments.table:
            print(report.row(name))
        if arguments.counts:
            print(counts.row(f"`{name}`"))
        total.values = [a + b for a, b in zip(total.values, counts.values)]
        total.off += counts.off
        violations += report.violations
    if arguments.counts:
        print("\n".join([total.row("all"), "", *total.off]))
    if not (arguments.table or arguments.rows or arguments.counts):
        print("\n".join(violations) or "all within tolerance")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())

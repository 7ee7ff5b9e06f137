#!/usr/bin/env python3
"""Holds the record of a generated vehicle against a run of the numerical engine.

    compare_generated.py RUN.csv RECORD.csv

RUN.csv: `flangeway results RESULT.h5 --csv -o RUN.csv`; RECORD.csv: `runner --record RECORD.csv`. For each kind of
channel the largest difference over all bodies or wheels, at the times that both have, and the channel's largest value.
"""
import csv
import math
import sys


def rows_by_time(name):
    with open(name, newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        time = next(n for n in rows.fieldnames if n.split()[0].split("[")[0] in ("t", "time"))
        return {round(float(row[time]), 6): {key.split()[0].split("[")[0]: row[key] for key in row} for row in rows}


def refuse(problem):
    sys.exit(f"compare_generated.py: {problem}")


def number(text, name, time):
    value = float(text)
    if not math.isfinite(value):
        refuse(f"{name} is {text} at {time} s")
    return value


def kind_of(name):
    """What a channel is: force.x of a joint, y of a body."""
    parts = name.split(".")
    return ".".join(parts[-2:]) if parts[-2] in ("force", "moment") else parts[-1]


def names_of(run, record):
    """Of each channel of a body, wheel or joint that both files have: its name in the record."""
    names = {}
    for name in run:
        body, _, channel = name.rpartition(".")
        if body and (channel in ("force", "moment") or body.endswith((".force", ".moment"))):
            if name in record:  # of a joint, or else of an element
                names[name] = name
        elif body:
            names[name] = name if channel in ("s", "y", "z", "roll", "pitch", "yaw") else f"{body}_{channel}"
    both = {name: ours for name, ours in names.items() if ours in record}
    if not both:
        refuse("the files have no channel in common")
    kinds = {kind_of(name) for name in both}
    missing = [ours for name, ours in names.items() if kind_of(name) in kinds and ours not in record]
    if missing:
        refuse("the record has no " + ", ".join(missing))
    return both


def main():
    run, record = rows_by_time(sys.argv[1]), rows_by_time(sys.argv[2])
    times = sorted(set(run) & set(record))
    if not times:
        refuse("the files have no time in common")
    names = names_of(run[times[0]], record[times[0]])
    found = {}
    for time in times:
        for name, ours in names.items():
            theirs = number(run[time][name], name, time)
            worst = found.setdefault(kind_of(name), [0.0, 0.0])
            worst[0] = max(worst[0], abs(theirs - number(record[time][ours], ours, time)))
            worst[1] = max(worst[1], abs(theirs))
    print(f"{len(times)} times from {times[0]} to {times[-1]} s")
    for channel, (difference, largest) in found.items():
        print(f"{channel:8} largest difference {difference:.1e} of {largest:.3g}")
    left_out = sorted({kind_of(name) for name in run[times[0]] if "." in name} - set(found))
    if left_out:
        print("not in the record: " + ", ".join(left_out))


if __name__ == "__main__":
    main()

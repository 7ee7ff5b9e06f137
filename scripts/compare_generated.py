#!/usr/bin/env python3
"""Holds the record of a generated vehicle against a run of the numerical engine.

    compare_generated.py RUN.csv RECORD.csv

RUN.csv: `flangeway results RESULT.h5 --csv -o RUN.csv`; RECORD.csv: `runner --record RECORD.csv`. For each kind of
channel the largest difference over all bodies or wheels, at the times that both have, and the channel's largest value.
"""
import csv
import sys


def rows_by_time(name):
    with open(name, newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        time = next(n for n in rows.fieldnames if n.split()[0].split("[")[0] in ("t", "time"))
        return {round(float(row[time]), 6): {key.split()[0].split("[")[0]: row[key] for key in row} for row in rows}


def main():
    run, record = rows_by_time(sys.argv[1]), rows_by_time(sys.argv[2])
    times = sorted(set(run) & set(record))
    if not times:
        sys.exit("compare_generated.py: the files have no time in common")
    found = {}
    for time in times:
        for name, text in run[time].items():
            body, _, channel = name.rpartition(".")
            ours = record[time].get(name if channel in ("s", "y", "z", "roll", "pitch", "yaw") else f"{body}_{channel}")
            if not body or ours is None:
                continue
            worst = found.setdefault(channel, [0.0, 0.0])
            worst[0] = max(worst[0], abs(float(text) - float(ours)))
            worst[1] = max(worst[1], abs(float(text)))
    print(f"{len(times)} times from {times[0]} to {times[-1]} s")
    for channel, (difference, largest) in found.items():
        print(f"{channel:8} largest difference {difference:.1e} of {largest:.3g}")


if __name__ == "__main__":
    main()

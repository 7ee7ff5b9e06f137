#!/usr/bin/env python3
"""Makes one run for Dakota: driver.py STUDY.toml PARAMETERS RESULTS

Dakota writes PARAMETERS: a line `VALUE NAME` for each variable and a line `ASV NUMBER:COLUMN` for each response.
Variables are axes of the study, each with one value, and responses are columns of its results. A run that does not
complete, or has no value, is `FAIL`, which Dakota knows. FLANGEWAY names the program.
"""
import json
import os
import re
import subprocess
import sys
import tomllib


def read_parameters(text):
    """Values by name, and columns in the order that Dakota wants them back."""
    words = [line.split() for line in text.splitlines() if line.strip()]
    count = int(words[0][0])
    values = {name: float(value) for value, name in words[1:1 + count]}
    columns = [match.group(1) for match in re.finditer(r"ASV_\d+:(\S+)", text)]
    return values, columns


def run(study, values):
    """The row of the only run."""
    with open(study, "rb") as file:
        names = [axis["name"] for axis in tomllib.load(file)["axes"]]
    command = [os.environ.get("FLANGEWAY", "flangeway"), "study", study, "-o", "run", "--jobs", "1", "--json"]
    for name, value in values.items():
        command += ["--set", f"axes[{names.index(name)}].values=[{value!r}]"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["rows"][0]


def main():
    study, parameters, results = sys.argv[1:]
    with open(parameters) as file:
        values, columns = read_parameters(file.read())
    row = run(study, values)
    whole = row["status"] == "completed" and all(row.get(column) is not None for column in columns)
    with open(results, "w") as file:
        file.write("".join(f"{row[column]!r} {column}\n" for column in columns) if whole else "FAIL\n")


if __name__ == "__main__":
    main()

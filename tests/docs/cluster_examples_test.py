#!/usr/bin/env python3
"""Runs the examples of examples/cluster: cluster_examples_test.py PROGRAM CHECKOUT {parallel,snakemake}

Each makes the runs of one study. Its table must be that of one process, but for measured times. Ends with 77 where the
program of the example is not installed.
"""
import csv
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SNAKEMAKE = ["snakemake", "--cores", "2", "--config", "study=study.toml", "folder=out", "parts=3"]


def run(folder, program, command):
    environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "HOME": str(folder)}
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=250)
    if ended.returncode != 0:
        sys.exit(f"{' '.join(command)} ends with {ended.returncode}:\n{ended.stdout}{ended.stderr}")
    return ended.stdout + ended.stderr


def results(folder):
    """The table without measured times."""
    with open(folder / "results.csv", newline="") as file:
        return [{name: cell for name, cell in row.items() if not name.startswith(("wall", "cpu", "real"))}
                for row in csv.DictReader(file)]


def check(folder, whole):
    ours = results(folder)
    assert [row["run"] for row in ours] == [str(i) for i in range(1, 9)], ours
    assert ours == whole, f"{folder.name} differs from the study in one process"


def try_parallel(folder, program, whole):
    run(folder, program, ["./parallel.sh", "study.toml", "out"])
    check(folder / "out", whole)
    (folder / "machines.txt").write_text("2/:\n")  # ":" is this machine, without ssh
    run(folder, program, ["./parallel.sh", "study.toml", "machines", "machines.txt"])
    check(folder / "machines", whole)


def try_snakemake(folder, program, whole):
    run(folder, program, SNAKEMAKE)
    check(folder / "out", whole)
    assert "Nothing to be done" in run(folder, program, SNAKEMAKE)


def main():
    program, checkout, name = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3]
    if not shutil.which(name):
        print(f"{name} is not installed (scripts/setup --cluster installs it)")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as top:
        os.symlink(checkout / "models", f"{top}/models")
        folder = Path(top, "examples/cluster")
        shutil.copytree(checkout / "examples/cluster", folder)
        run(folder, program, ["flangeway", "study", "study.toml", "-o", "whole", "--quiet"])
        {"parallel": try_parallel, "snakemake": try_snakemake}[name](folder, program, results(folder / "whole"))


if __name__ == "__main__":
    main()

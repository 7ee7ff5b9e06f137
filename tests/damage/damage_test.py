#!/usr/bin/env python3
"""Shipped files with one thing wrong, results with damaged bytes, and commands with one thing wrong, through the program.

  damage_test.py EXECUTABLE SOURCE_FOLDER [--inputs 60] [--results 30] [--commands 60] [--seed 1] [--keep FOLDER]

Of each: no crash and no C++ text (exit codes 0, 2 and 3 alone), no hang (2 s of processor time), a message that names
the file where the program refuses, and no number that is not one in what it prints where it goes on. A profile whose
numbers are written otherwise has the extents that it had. A complete result with damage is refused. Of commands with
closed or full streams, names of other files, numbers that are none and limits of the system: no signal, no change of an
input. The tests run a short form; a long one takes 600 inputs, 300 results and 1 000 commands.
"""

import argparse
import json
import math
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

NUMBER = re.compile(r"(?<![\w.\"-])-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.])")
VALUES = ["nan", "inf", "-inf", "1e308", "-1e308", "1e-308", "-1", "0", "9e18", "1e12", '"text"', "[]", "true", "9" * 30]
UNITS = ["[in]", "[km]", "[mm]", "[]", "[m", "[furlong]"]
NOT_A_NUMBER = re.compile(r"(?<![\w-])-?(?:nan|inf)(?![\w-])")
EXTENTS = ("y_low", "y_high", "z_low", "z_high")  # of a profile, m
LARGEST_PROFILE = 1.0  # m
# Kinds of damage that leave the numbers of a profile as they are.
SAME_NUMBERS = ("duplicate", "swap", "utf16", "crlf", "bom", "tab", "comma", "decimals")
NO_CHECKSUM = "the file has no checksum, as those of early versions: damage to it may not be noticed"
# How metadata of HDF5 begin: lists of groups and chunks, heaps, and the layout of a dataset in chunks.
METADATA = re.compile(rb"TREE|HEAP|SNOD|GCOL|\x03\x02[\x02-\x04]")
COMPLETE = ("run.h5", "stopped.h5", "fields.h5")  # results that end in a checksum
REFUSED_CASE = '"message"'  # of a contact case whose batch goes on
CPU_LIMIT, WALL_LIMIT = 2.0, 60.0  # s


class Base:
    """A file that is damaged, the others beside it, and the commands that read it."""

    def __init__(self, folder, name, commands, files):
        self.name, self.commands = name, commands
        self.files = {target: (folder / source).read_text() for target, source in files.items()}


def bases(source):
    seeds = source / "tests" / "fuzz" / "seeds"
    case = (source / "models/cases/wheelset_r500.toml").read_text().replace("../vehicles/", "").replace("../tracks/", "")
    track = (source / "models/tracks/wheelset_r500.toml").read_text()
    measured = track + '\n[irregularities.measured]\nfile = "rails.csv"\n'
    run = ["run", "case.toml", "--set", "integration.duration=0.01", "-o", "out.h5", "--force", "--json"]
    common = {"case.toml": case, "wheelset.toml": (source / "models/vehicles/wheelset.toml").read_text(),
              "wheelset_r500.toml": track,
              "rails.csv": "s [m],alignment [mm],vertical_profile [mm],gauge_variation [mm],cross_level [mm]\n" + "".join(
                  f"{s / 4},{math.sin(s):.3f},{math.cos(s):.3f},0.5,0\n" for s in range(400)),
              **{file: (seeds / "simpack_profile" / file).read_text() for file in ("rail.prr", "wheel.prw")}}
    study = ('name = "two"\ncase = "case.toml"\nset = { integration.duration = 0.005 }\nrecord = ["wheelset.y"]\n'
             '[[axes]]\nname = "step"\nkey = "integration.step"\nvalues = [1e-3, 5e-4]\n')
    out = []

    def add(name, text, commands, **others):
        out.append((name, text, commands, {**common, **{key.replace("__", "."): value for key, value in others.items()}}))

    add("case.toml", case, [run, ["geometry", "case.toml", "--json"]])
    add("wheelset.toml", common["wheelset.toml"], [run])
    add("wheelset_r500.toml", track, [run, ["track", "wheelset_r500.toml", "--json"]])
    add("rails.csv", common["rails.csv"], [["track", "wheelset_r500.toml", "--json"]], wheelset_r500__toml=measured)
    add("study.toml", study, [["study", "study.toml", "-o", "folder", "--force", "--json"]])
    for path in sorted((source / "models/vehicles").glob("*.toml")):
        if path.name != "wheelset.toml":
            text = path.read_text().replace("../profiles", str(source / "models/profiles"))
            # A wheelset of one wheel needs elastic contact.
            contact = ["--set", "contact.method=elastic"] if re.search('^wheels = "(left|right)"', text, re.M) else []
            add("wheelset.toml", text, [[*run[:2], "--set", "integration.duration=0.002", *contact, *run[4:]]])
    for path in sorted((source / "models/tracks").glob("*.toml")):
        text = path.read_text().replace("../", str(source / "models") + "/")
        add(path.name, text.replace('"branch_line.xml"', f'"{source}/models/tracks/branch_line.xml"'),
            [["track", path.name, "--json"]])
    for path in sorted((source / "models/tracks").glob("branch_line.[xi]*")):
        add(path.name, path.read_text(), [["track", path.name, "--json"]])
    for path in sorted((source / "models/contact").iterdir()):
        if path.stem in ("sphere", "creep_curve") and path.suffix in (".toml", ".inp"):
            add(path.name, path.read_text(), [["contact", path.name, "--json"]])
    for folder in ("columns_profile", "miniprof_profile", "simpack_profile"):
        for path in sorted((seeds / folder).iterdir()):
            add(path.name, path.read_text(errors="replace"), [["profile", path.name, "--kind", "wheel", "--json"],
                                                               ["profile", path.name, "--json"]])
    for path in sorted((source / "models/profiles").glob("*.csv")):
        add(path.name, path.read_text(), [["profile", path.name, "--kind", "wheel", "--json"]])
    for path in sorted((seeds / "deck").iterdir()):
        add(path.name, path.read_text(errors="replace"), [["contact", path.name, "--json"]])
    symbolic = (source / "models/symbolic/four_bar.toml").read_text()
    add("four_bar.toml", symbolic, [["codegen", "four_bar.toml", "-o", "project", "--force"]])
    add("record.csv", record_text(), [["assess", "record.csv", "--rule", "en14363", "--json"]])
    for path in sorted((source / "models/line_limits").glob("*.toml")):
        add("limits.toml", path.read_text(),
            [["track", "wheelset_r500.toml", "--limits", "limits.toml", "--speed", "40", "--json"]])
    for path in sorted((source / "models/track_quality").glob("*.toml")):
        add("quality.toml", path.read_text(), [["recording", "measured.csv", "--limits", "quality.toml", "--gaps", "split",
                                                "--speed", "25", "--json"]],
            measured__csv=(source / "models/measured/track_geometry.csv").read_text())
    return out


def record_text():
    """Of a measured run of 3 s."""
    return "t [s],distance [m],w.left.Q [N],w.right.Q [N],w.left.Y [N],w.right.Y [N]\n" + "".join(
        f"{i / 100:.2f},{i / 5:.1f},{5e4 + 100 * math.sin(i)},{5e4},{1e3 * math.cos(i)},{-500}\n" for i in range(300))


def damage_text(text, rng):
    """The text with one thing wrong, as bytes, and what that is."""
    lines = text.splitlines(keepends=True)
    kind = rng.choice(["number"] * 8 + ["drop", "duplicate", "swap", "cut", "unit", "utf16", "crlf", "bom", "tab", "byte",
                                        "comma", "decimals", "empty"])
    data = None
    numbers = list(NUMBER.finditer(text))
    if kind == "number" and numbers:
        at, value = rng.choice(numbers), rng.choice(VALUES)
        text = text[:at.start()] + value + text[at.end():]
        kind = f"number {at.group()} -> {value} at {at.start()}"
    elif kind == "drop" and lines:
        del lines[rng.randrange(len(lines))]
        text = "".join(lines)
    elif kind == "duplicate" and lines:
        i = rng.randrange(len(lines))
        lines.insert(i, lines[i])
        text = "".join(lines)
    elif kind == "swap" and len(lines) > 1:
        i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[i], lines[j] = lines[j], lines[i]
        text = "".join(lines)
    elif kind == "cut":
        text = text[:rng.randrange(len(text) + 1)]
    elif kind == "unit" and "[" in text:
        places = [m for m in re.finditer(r"\[[^\[\]\n]*\]", text)]
        if places:
            at = rng.choice(places)
            text = text[:at.start()] + rng.choice(UNITS) + text[at.end():]
    elif kind == "utf16":
        data = text.encode("utf-16")
    elif kind == "crlf":
        text = text.replace("\n", rng.choice(["\r\n", "\r"]))
    elif kind == "bom":
        data = b"\xef\xbb\xbf" + text.encode()
    elif kind == "tab":
        text = text.replace(" ", "\t", rng.randrange(1, 9))
    elif kind == "comma" and numbers:
        at = rng.choice(numbers)
        text = text[:at.start()] + at.group().replace(".", ",") + text[at.end():]
    elif kind == "decimals":
        separator = rng.choice([",", ";", "\t", " "])
        text = re.sub(r"(?<=\d),", separator, text)
        text = re.sub(r"(?<=\d)\.(?=\d)", ",", text)
    elif kind == "empty":
        text = rng.choice(["", "\n", " ", "\0", "#"])
    data = text.encode() if data is None else data
    if kind == "byte" and data:
        i = rng.randrange(len(data))
        data = data[:i] + bytes([rng.randrange(256)]) + data[i + 1:]
    return data, kind


def damage_bytes(data, rng):
    kind = rng.choice(["flip", "flip", "metadata", "metadata", "head", "zero", "cut", "grow"])
    if kind == "cut":
        return data[:rng.randrange(len(data))], kind
    if kind == "grow":
        return data + rng.randbytes(rng.randrange(1, 400)), kind
    changed = bytearray(data)
    if kind == "zero":
        at = rng.randrange(len(data))
        changed[at:at + 64] = bytes(len(changed[at:at + 64]))
        return bytes(changed), f"zero at {at}"
    places = [place_of(kind, data, rng) for _ in range(rng.randrange(1, 4))]
    for at in places:
        changed[at] ^= 1 << rng.randrange(8)
    return bytes(changed), f"{kind}: bits at {places}"


def place_of(kind, data, rng):
    begins = [match.start() for match in METADATA.finditer(data)] if kind == "metadata" else []
    if begins:
        return min(max(rng.choice(begins) + rng.randrange(-300, 300), 0), len(data) - 1)
    return rng.randrange(min(4096, len(data)) if kind == "head" else len(data))


def execute(executable, arguments, folder):
    """Exit code, standard output, standard error, processor seconds."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        run = subprocess.run([executable, *arguments], cwd=folder, capture_output=True, timeout=WALL_LIMIT,
                             preexec_fn=limit)
        code, out, err = run.returncode, run.stdout, run.stderr
    except subprocess.TimeoutExpired:
        code, out, err = None, b"", b""
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return code, out.decode(errors="replace"), err.decode(errors="replace"), cpu


def complaint(name, result, patience):
    """What the program did wrong, or ""."""
    code, out, err, cpu = result
    if code is None:
        return f"no end within {WALL_LIMIT:g} s"
    if code not in (0, 2, 3):
        return f"exit code {code}: {(err or out)[-300:]}"
    if code == 0 and cpu > patience:
        return f"{cpu:.1f} s of processor time"
    if code != 0 and cpu > patience:
        return f"{cpu:.1f} s of processor time before it refused"
    if code == 2 and name not in err and REFUSED_CASE not in out:
        return f"refused without naming {name}: {err[:300]}"
    if code == 3 and not err.strip() and not out.strip():
        return "failed without a word"
    for word in ("terminate called", "std::", "H5F", "HDF5-DIAG", "basic_string"):
        if word in err:
            return f"text of the library: {err[:300]}"
    return strange_number(out) if code == 0 else ""


def strange_extents(out, whole, what):
    """Of a profile that is accepted; `whole`: what is printed of the file without damage."""
    got = [json.loads(out)[name] for name in EXTENTS]
    if max(got[1] - got[0], got[3] - got[2]) > LARGEST_PROFILE:
        return f"goes on with a profile of the extents {got}"
    if not whole or what.split()[0] not in SAME_NUMBERS:
        return ""
    right = [json.loads(whole)[name] for name in EXTENTS]
    same = all(math.isclose(a, b, abs_tol=1e-9) for a, b in zip(got, right))
    return "" if same else f"goes on with the extents {got} in place of {right}"


def strange_number(out):
    if out.startswith("{"):
        found = []
        json.loads(out, parse_constant=found.append)  # names may have such words
        return f"goes on with {found[0]}" if found else ""
    found = NOT_A_NUMBER.search(out)
    return f"goes on with {out[max(0, found.start() - 80):found.end() + 20]!r}" if found else ""


class Trial:
    def __init__(self, executable, keep, slowness):
        self.executable, self.keep, self.patience = executable, keep, CPU_LIMIT * slowness
        self.failures, self.codes = 0, {}

    def run(self, folder, name, arguments, what, check):
        """`check`: what is wrong if the program goes on and prints this on its two outputs."""
        result = execute(self.executable, arguments, folder)
        self.count(result[0])
        problem = complaint(name, result, self.patience)
        if not problem and result[0] == 0:
            problem = check(*result[1:3])
        if problem:
            self.fail(name, what, arguments, problem, folder)

    def count(self, code):
        self.codes[code] = self.codes.get(code, 0) + 1

    def fail(self, name, what, arguments, problem, folder):
        self.failures += 1
        print(f"{name}, {what}: flangeway {' '.join(arguments)}\n    {problem}", flush=True)
        if self.keep:
            shutil.copytree(folder, pathlib.Path(self.keep) / str(self.failures), dirs_exist_ok=True)


def try_inputs(trial, source, count, rng):
    all_bases = bases(source)
    for i in range(count):
        name, text, commands, files = all_bases[i % len(all_bases)]
        data, what = damage_text(text, rng)
        command = rng.choice(commands)
        with tempfile.TemporaryDirectory() as folder:
            for other, content in {**files, name: text}.items():
                (pathlib.Path(folder) / other).write_text(content)
            is_profile = command[0] == "profile"
            whole = execute(trial.executable, command, folder)[1] if is_profile else ""
            (pathlib.Path(folder) / name).write_bytes(data)
            trial.run(folder, name, command, what,
                      lambda out, err: strange_extents(out, whole, what) if is_profile else "")


def end_a_run(executable, folder, file, signal_number, code):
    """Leaves a file with a checkpoint in the midst of a run."""
    run = subprocess.Popen([executable, "run", "case.toml", "--set", "contact.method=elastic", "--set",
                            "integration.step=2e-4", "--set", "integration.duration=5", "--set",
                            "output.flush_interval=0.01", "--checkpoint", "0.01", "-o", file, "--quiet"],
                           cwd=folder, stderr=subprocess.DEVNULL)
    while run.poll() is None and not (folder / file).exists():
        time.sleep(0.005)
    time.sleep(0.05)
    run.send_signal(signal_number)
    if run.wait() != code:
        sys.exit(f"the run of {file} that should have ended with {code} ended with {run.returncode}")


def make_results(executable, source, folder):
    """A run that completed, one that stopped with a checkpoint, fields of a patch and a study, with what reads them."""
    name, _, commands, files = bases(source)[0]
    for other, content in files.items():
        (folder / other).write_text(content)
    made = []

    def make(arguments):
        run = subprocess.run([executable, *arguments], cwd=folder, capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"cannot make a result: flangeway {' '.join(arguments)}\n{run.stderr}")

    make(["run", "case.toml", "--set", "integration.duration=0.05", "-o", "run.h5", "--quiet"])
    end_a_run(executable, folder, "stopped.h5", signal.SIGINT, 130)
    end_a_run(executable, folder, "running.h5", signal.SIGKILL, -signal.SIGKILL)
    readers = [["results", "run.h5"], ["results", "run.h5", "--csv", "--quiet"], ["results", "run.h5", "--summary"],
               ["report", "run.h5", "-o", "page.html", "--force"], ["view", "run.h5", "-o", "view.html", "--force"],
               ["assess", "run.h5", "--rule", "en14363"]]
    made.append(("run.h5", readers))
    made.append(("stopped.h5", [["run", "--continue", "stopped.h5", "--quiet"], ["results", "stopped.h5"]]))
    made.append(("running.h5", [["results", "running.h5"], ["report", "running.h5", "-o", "page.html", "--force"],
                                ["run", "--continue", "running.h5", "--quiet"]]))
    make(["contact", str(source / "models/contact/sphere.toml"), "-o", "fields.h5", "--quiet"])
    made.append(("fields.h5", [["results", "fields.h5"], ["report", "fields.h5", "-o", "page.html", "--force"]]))
    for old in ("results_version_1.h5", "fields_version_1.h5", "results_version_2.h5", "fields_version_2.h5"):
        shutil.copy(source / "tests/data" / old, folder / old)
        made.append((old, [["results", old], ["report", old, "-o", "page.html", "--force"]]))
    (folder / "study.toml").write_text(
        'name = "two"\ncase = "case.toml"\nset = { integration.duration = 0.005 }\nrecord = ["wheelset.y"]\n'
        '[[axes]]\nname = "step"\nkey = "integration.step"\nvalues = [1e-3, 5e-4]\n')
    again = ["study", "study.toml", "-o", "study", "--quiet"]
    make(again)
    for inside in ("study/study.json", "study/runs/1.csv", "study/runs/1.json"):
        made.append((inside, [again]))
    return made


def try_results(trial, source, count, rng):
    with tempfile.TemporaryDirectory() as home:
        home = pathlib.Path(home)
        made = make_results(trial.executable, source, home)
        whole = {}  # what `flangeway results` prints of the files as they are
        for name, commands in made:
            for command in commands:
                if command[0] == "results":
                    whole[tuple(command)] = execute(trial.executable, command, home)[1]
        for i in range(count):
            name, commands = made[i % len(made)]
            right = (home / name).read_bytes()
            data, what = damage_bytes(right, rng)

            def check(out, err):
                if name in COMPLETE:
                    return "goes on with a damaged result" if data != right else ""
                if "version_1" in name and "bits" in what:
                    return ""  # its texts have no hash
                if "version_2" in name and what.startswith("metadata") and "has no checksum" in err:
                    return ""  # its texts have a hash, its metadata have none
                err = err.replace(NO_CHECKSUM, "")
                if name == "running.h5":  # a run that is killed may lose the rows that it was writing
                    out = re.sub(r"\d+ rows", "rows", out)
                expected = whole.get(tuple(command), out)
                differs = out != expected and out != re.sub(r"\d+ rows", "rows", expected) and not err.strip()
                return "prints something else than of the whole file, and says nothing of it" if differs else ""
            with tempfile.TemporaryDirectory() as folder:
                shutil.copytree(home, folder, dirs_exist_ok=True)
                (pathlib.Path(folder) / name).write_bytes(data)
                # A study names its folder.
                command = rng.choice(commands)
                trial.run(folder, "study" if name.startswith("study") else name, command, what, check)


# Commands that read a file and write one or two others.
COMMANDS = [
    ["track", "{in}", "-o", "{out}", "--plot", "{other}"],
    ["profile", "{in}", "-o", "{out}", "--plot", "{other}"],
    ["modes", "{in}", "-o", "{out}", "--plot", "{other}"],
    ["contact", "{in}", "-o", "{out}"],
    ["conicity", "--wheel", "{in}", "--rail", "60e1", "--amplitude", "3", "--plot", "{out}"],
    ["results", "{in}", "--csv", "-o", "{out}", "--channel", "*.y", "--plot", "{other}"],
    ["assess", "{in}", "--rule", "en14363", "-o", "{out}"],
]
INPUTS = {"track": "wheelset_r500.toml", "profile": "wheel.prw", "modes": "case.toml", "contact": "sphere.toml",
          "conicity": "wheel.prw", "results": "run.h5", "assess": "record.csv"}
ENDINGS = {"track": (".csv", ".svg"), "profile": (".csv", ".svg"), "modes": (".csv", ".svg"), "contact": (".h5", ""),
           "conicity": (".svg", ""), "results": (".csv", ".svg"), "assess": (".html", "")}
NUMBERS = {"profile": ["--smoothing"], "conicity": ["--gauge", "--radius", "--tape-circle", "--smoothing"],
           "results": ["--from", "--to"], "assess": ["--axle-load", "--bogie-mass", "--cant-deficiency"],
           "track": ["--receptance"]}
STREAMS = [">/dev/full", "2>/dev/full", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", ">&- 2>/dev/full", "| true"]
LIMITS = ["ulimit -f 0", "ulimit -f 4", "ulimit -n 6", "ulimit -v 300000", "ulimit -s 128", "ulimit -c 0"]
SPELLINGS = ["{}", "./{}", "here/{}", "here/./{}", "link_to_{}", "hard_link_to_{}"]


def make_commands_folder(executable, source, folder):
    _, _, _, files = bases(source)[0]
    files = {**files, "sphere.toml": (source / "models/contact/sphere.toml").read_text(),
             "record.csv": record_text()}
    for name, text in files.items():
        (folder / name).write_text(text)
    run = subprocess.run([executable, "run", "case.toml", "--set", "integration.duration=0.02", "-o", "run.h5", "--quiet"],
                         cwd=folder, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"cannot make a result: {run.stderr}")
    (folder / "here").symlink_to(".")
    (folder / "loop").symlink_to("loop")
    (folder / "folder").mkdir()
    for name in [*INPUTS.values(), "old"]:
        if not (folder / name).exists():
            (folder / name).write_text("old")
        if not (folder / f"link_to_{name}").exists():
            (folder / f"link_to_{name}").symlink_to(name)
            os.link(folder / name, folder / f"hard_link_to_{name}")


def disturb(verb, words, rng):
    """A shell's command with one thing wrong, what that is, and the exit codes that are right."""
    kind = rng.choice(["streams", "limit", "same output", "output is input", "number", "empty", "option for a value",
                       "place", "input"])
    places = {"{in}": INPUTS[verb], "{out}": "new" + ENDINGS[verb][0], "{other}": "other" + ENDINGS[verb][1]}
    before, after, codes = "", "", (0, 1, 2, 3)
    if kind == "streams":
        after = rng.choice(STREAMS)
    elif kind == "limit":
        before = rng.choice(LIMITS) + "; "
    elif kind == "same output":
        if "{other}" not in words:
            return None
        both = [rng.choice(SPELLINGS).format("old") for _ in range(2)]
        places["{out}"], places["{other}"], codes = *both, (2,)
    elif kind == "output is input":
        places[rng.choice(["{out}", "{other}"] if "{other}" in words else ["{out}"])] = rng.choice(SPELLINGS).format(
            INPUTS[verb])
        codes = (2,)
    elif kind == "number":
        options = NUMBERS.get(verb)
        if not options:
            return None
        words, codes = [*words, rng.choice(options), rng.choice(["nan", "inf", "-inf", "-nan", "1e999"])], (2,)
    elif kind == "empty":
        words, codes = [*words, rng.choice(["--output=", "--plot="])], (2,)
    elif kind == "option for a value":
        words, codes = [*words, rng.choice(["-o", "--output"])], (2,)
    elif kind == "place":
        places["{out}"], codes = rng.choice(["loop", "loop/a", "folder", "n" * 300, f"{INPUTS[verb]}/a", "none/a"]), (2,)
    elif kind == "input":
        places["{in}"], codes = rng.choice(["loop", "folder", "n" * 300, "/dev/zero", f"{INPUTS[verb]}/a"]), (2,)
    given = [places.get(word, word) for word in words] + ["--force"]
    return before, given, after, f"{kind}: {before}{' '.join(given)} {after}"[:300], codes


def try_commands(trial, source, count, rng):
    """Disturbed streams, names, options and limits of the system; no input changes, and nothing falls by a signal."""
    with tempfile.TemporaryDirectory() as home:
        home = pathlib.Path(home)
        make_commands_folder(trial.executable, source, home)
        kept = sorted({*INPUTS.values(), "case.toml", "wheelset.toml"})
        for _ in range(count):
            disturbed = None
            while disturbed is None:
                words = rng.choice(COMMANDS)
                disturbed = disturb(words[0], words, rng)
            before, given, after, what, codes = disturbed
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run(["cp", "-a", f"{home}/.", folder], check=True)  # hard links stay such
                line = " ".join([before, f"'{trial.executable}'", *(f"'{word}'" for word in given), after])
                result = execute("bash", ["-c", "set -o pipefail; " + line], folder)
                trial.count(result[0])
                problem = command_complaint(result, codes)
                for name in kept:
                    if not problem and (pathlib.Path(folder) / name).read_bytes() != (home / name).read_bytes():
                        problem = f"{name} has changed"
                if problem:
                    trial.fail(given[0], what, given, problem, folder)


def command_complaint(result, codes):
    code, _, err, cpu = result
    if code not in codes:
        return f"exit code {code}, not one of {codes}: {err[-300:]}"
    for word in ("internal error", "filesystem error", "terminate called", "std::"):
        if word in err:
            return f"text of the library: {err[:300]}"
    return f"{cpu:.1f} s of processor time" if cpu > 10 * CPU_LIMIT else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("executable")
    parser.add_argument("source", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--inputs", type=int, default=60)
    parser.add_argument("--results", type=int, default=30)
    parser.add_argument("--commands", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slowness", type=float, default=1, help="of a build with sanitizers")
    parser.add_argument("--keep", help="folder for the inputs that failed")
    arguments = parser.parse_args()
    if arguments.slowness > 1:
        LIMITS.remove("ulimit -v 300000")  # less than the shadow memory of the address sanitizer
    trial = Trial(os.path.abspath(arguments.executable), arguments.keep, arguments.slowness)
    try_inputs(trial, arguments.source, arguments.inputs, random.Random(arguments.seed))
    try_results(trial, arguments.source, arguments.results, random.Random(arguments.seed + 1))
    try_commands(trial, arguments.source, arguments.commands, random.Random(arguments.seed + 2))
    counts = ", ".join(f"{count} times {code}" for code, count in sorted(trial.codes.items(), key=str))
    print(f"{arguments.inputs} inputs, {arguments.results} results and {arguments.commands} commands, exit codes: {counts}; {trial.failures} failures")
    return 1 if trial.failures else 0


if __name__ == "__main__":
    sys.exit(main())

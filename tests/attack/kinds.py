"""The kinds of attack. Each is a function of the lab and of a generator of random numbers that does one try: it returns
its description and raises lab.Problem where the program did wrong."""

import hashlib
import http.client
import io
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import threading
import time
import warnings
import zipfile

import damage_test
import bench
from lab import COMMANDS, SHORT, WALL_LIMIT, Problem, copy, inputs, leftovers, outputs, plain, quoted, table_of

HUGE = ["9e18", "-9e18", "1e300", "-1e300", "1e-300", "0", "-0", "-1", "nan", "inf", "-inf", "1e999", "9" * 40, "0x10", "1,5"]
NOBODY = 65534
SCREEN = [">/dev/full", "2>/dev/full", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", ">&- 2>/dev/full", "</dev/null >&-"]
QUICK = [verb for verb in COMMANDS if verb not in ("stability", "evolve", "acceptance")]
WRITERS = [verb for verb in COMMANDS if outputs(COMMANDS[verb])]
FILE_WRITERS = [verb for verb in WRITERS if any(not word.endswith("/}") for word in COMMANDS[verb] if word.startswith("{"))]


def pick(rng, verbs):
    """Short commands more often than long ones."""
    verb = rng.choice(verbs)
    return verb if verb in QUICK or rng.random() < 0.2 else rng.choice([one for one in verbs if one in QUICK])


def spelled(rng, name):
    return rng.choice(["{}", "./{}", "here/{}", "here/../here/{}", "../{folder}/{}"]).replace("{}", name)


def said(verb, what):
    return f"{verb}: {what}"


def streams(lab, rng):
    """Closed or full streams change neither the files nor, but for a result that is not printed, the exit code."""
    verb, where = pick(rng, list(COMMANDS)), rng.choice(SCREEN)
    words = plain(COMMANDS[verb])
    words += rng.choice([[], ["--quiet"]] if "--csv" in words else [[], ["--json"], ["--quiet"], ["--quiet", "--json"]])
    with lab.folder() as folder:
        result = lab.execute(words, folder, after=where)
        result.err = result.err or "-"
        lab.expect(result, (0, 1) if ">&-" in where.replace("2>&-", "") or "full" in where else (0,), verb)
        lab.expect_inputs(folder)
        if verb != "migrate":
            lab.expect_whole_files(folder, verb, complete=result.code == 0)
    return said(verb, where)


def printing_controllers(lab, rng):
    """The output of a controller goes nowhere into the results."""
    closed, models = rng.choice(SCREEN), lab.source / "models"
    with lab.folder() as folder:
        (pathlib.Path(folder) / "control.py").write_text(
            "import os, sys\ndef control(time, inputs):\n  print('x' * 999, flush=True)\n"
            "  print('y' * 999, file=sys.stderr, flush=True)\n"
            f"  os.write({rng.randrange(0, 3)}, b'x' * 999) if {rng.randrange(2)} else None\n  return [0, 0]\n")
        (pathlib.Path(folder) / "active.toml").write_text(
            f'vehicle = "{models}/vehicles/metro_coach_active.toml"\ntrack = "{models}/tracks/curve_r500.toml"\nspeed = 20.0\n'
            'integration = { method = "abm4", step = 1e-3, duration = 0.02 }\ncontact.method = "kec"\n[[control.python]]\n'
            'name = "loud"\nfile = "control.py"\nsample_time = 0.01\ninputs = ["coach_carbody.vy"]\n'
            'outputs = ["lateral_front", "lateral_rear"]\n')
        result = lab.execute(["run", "active.toml", "-o", "a.h5", "--quiet"], folder, after=closed)
        result.err = result.err or "-"
        lab.expect(result, (0, 1, 3))  # a write to a full device ends the controller
        file = pathlib.Path(folder) / "a.h5"
        if file.exists() and b"xxx" in file.read_bytes():
            raise Problem("the output of the controller is in the result")
        if result.code == 0 and lab.execute(["results", "a.h5"], folder).code != 0:
            raise Problem("exit code 0 with a damaged result")
    return said("run", closed)


def same_outputs(lab, rng):
    """Two outputs with one name, however it is written, and an output that is an input."""
    verb = pick(rng, FILE_WRITERS)
    words, places = list(COMMANDS[verb]), outputs(COMMANDS[verb])
    files = [i for i in places if not words[i].endswith("/}")]
    names = plain(words)
    with lab.folder() as folder:
        home = pathlib.Path(folder)
        (home / "here").symlink_to(".")
        (home / "old").write_text("old")
        (home / "link").symlink_to("old")
        os.link(home / "old", home / "hard")
        if len(files) > 1 and rng.random() < 0.7:
            one, two = rng.sample(files, 2)
            new = rng.random() < 0.3
            names[one], names[two] = (spelled(rng, "new" if new else rng.choice(["old", "link", "hard"])) for _ in range(2))
            if new and rng.random() < 0.5:
                (home / "dangling").symlink_to("new")
                names[one] = "dangling"
        else:
            read = [words[i] for i in inputs(words, lab.inputs)]
            if not read:
                return said(verb, "reads no file")
            names[rng.choice(files)] = spelled(rng, rng.choice(read))
        names = [name.replace("{folder}", home.name) for name in names]
        lab.expect(lab.execute([*names, "--force"], folder), (2,), verb)
        lab.expect_inputs(folder)
        if (home / "old").read_text() != "old":
            raise Problem("the file has changed")
    return said(verb, " ".join(names))


def planted_links(lab, rng):
    """A link that somebody has planted where a file will be written: its target stays."""
    verb = pick(rng, WRITERS)
    with lab.folder() as folder:
        home = pathlib.Path(folder)
        (home / "victim").write_text("kept")
        names = plain(COMMANDS[verb])
        for i in outputs(COMMANDS[verb]):
            os.symlink("victim", home / f"{names[i]}.part")
        links = "; ".join(f"ln -s {home}/victim {quoted(names[i] + ending)}" for i in outputs(COMMANDS[verb])
                          for ending in (".$$.part", ".$(($$+1)).part", ".$$", ".tmp", "~"))
        links = links.replace("'", '"').replace("{", "\\{")
        if keeps_folder(verb) and verb != "evolve":
            lab.expect(lab.execute([*names, "--quiet"], folder), (0,), verb)
            for name in rng.sample(["status.lock", "status.html", "results.csv", "asked.lock", "slurm.lock", "study.html",
                                    "runs/1.claim", "runs/1.json", "runs/2.csv", "cancelled"], 4):
                (home / "a" / name).unlink(missing_ok=True)
                (home / "a" / name).symlink_to(home / "victim")
            links = "true"
        result = lab.execute([*names, "--quiet"], folder, before=links + ";")
        lab.expect(result, (0, 1, 2), verb)
        if (home / "victim").read_text() != "kept":
            raise Problem("the target of a link was overwritten")
    return said(verb, "planted links")


def devices(lab, rng):
    """Devices, pipes, folders, sockets and files without an end in place of each file that is read."""
    verb = pick(rng, [verb for verb in COMMANDS if inputs(COMMANDS[verb], lab.inputs)])
    with lab.folder() as folder:
        home = pathlib.Path(folder)
        os.mkfifo(home / "pipe")
        (home / "loop").symlink_to("loop")
        (home / "dir").mkdir()
        with socket.socket(socket.AF_UNIX) as unix:
            unix.bind(str(home / "socket"))
        with open(home / "sparse", "wb") as file:
            file.truncate(1 << 36)
        what = rng.choice(["/dev/zero", "/dev/urandom", "/dev/full", "/dev/tty", "pipe", "loop", "dir", "socket", "sparse",
                           "n" * 300, "dir/none", "case.toml/a", "/proc/self/mem", "none", "/proc/kmsg"])
        words = plain(COMMANDS[verb])
        if rng.random() < 0.5:
            place = rng.choice(inputs(COMMANDS[verb], lab.inputs))
            words[place] = what
        else:  # by a file that names it
            inner = {"case.toml": ["wheelset.toml", "wheelset_r500.toml"], "study.toml": ["case.toml"],
                     "search.toml": ["case.toml"], "line.toml": ["case.toml", "law.toml"],
                     "cosim.toml": ["wheelset.toml"]}
            outer = [word for word in words if word in inner and verb != "migrate"]
            if not outer:
                return said(verb, "names no file")
            outer = rng.choice(outer)
            text = (home / outer).read_text()
            (home / outer).write_text(text.replace(f'"{rng.choice(inner[outer])}"', f'"{what}"'))
        result = lab.execute(words, folder, before="ulimit -v 4000000;" if lab.slowness == 1 else "")
        lab.expect(result, (2,), verb, names=pathlib.Path(what).name[:40])
        written = [name for name in lab.written(folder) if name not in ("pipe", "socket", "sparse")]
        if written:
            raise Problem(f"{written[0]} was written")
    return said(verb, what[:30])


def places(lab, rng):
    """Outputs where nothing can be written."""
    verb = pick(rng, WRITERS)
    words, place = plain(COMMANDS[verb]), rng.choice(outputs(COMMANDS[verb]))
    root = os.getuid() == 0
    with lab.folder() as folder:
        home = pathlib.Path(folder)
        (home / "loop").symlink_to("loop")
        (home / "shut").mkdir()
        (home / "shut/there").mkdir()
        (home / "fixed").mkdir()
        (home / "file").write_text("kept")
        what = rng.choice(["loop", "loop/a", "n" * 300, f"{'n' * 300}/a", "file/a", "none/a", "/dev/full/a", "/proc/a",
                           "shut/a", "fixed/a", "shut", "fixed", "shut/there"])
        words[place] = what
        user = None
        if what.startswith(("shut", "fixed")):
            if not root and os.getuid() == NOBODY:
                return said(verb, "no other user")
            if root:
                user = NOBODY
                subprocess.run(["chown", "-R", str(NOBODY), folder], check=True)
            (home / "shut").chmod(0)
            (home / "fixed").chmod(0o555)
            if root and not readable_by_others(lab):
                (home / "shut").chmod(0o700)
                return said(verb, "nobody can read the program")
        result = lab.execute(words, folder, user=user)
        (home / "shut").chmod(0o700)
        (home / "fixed").chmod(0o700)
        if verb in ("codegen", "new", "patch") and what == "none/a":
            lab.expect(result, (0,), verb)  # makes the folders above, too
            return said(verb, what)
        lab.expect(result, (1, 2), verb, names=pathlib.Path(what).parts[0][:40])
        if result.code == 1 and "cannot write" not in result.err:
            raise Problem(f"exit code 1: {result.err[-300:]}")
        lab.expect_inputs(folder)
        if left := leftovers(home):
            raise Problem(f"left over: {left[0]}")
    return said(verb, what[:30])


def readable_by_others(lab):
    """Whether nobody may run the program and read the models."""
    run = lab.execute(["--version"], "/", user=NOBODY)
    models = subprocess.run(["setpriv", "--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups", "test", "-r",
                             str(lab.source / "models/cases/wheelset_r500.toml")], capture_output=True)
    return run.code == 0 and models.returncode == 0


def limits(lab, rng):
    """Limits of the system: a message, whole files or none, and no signal."""
    verb = pick(rng, list(COMMANDS))
    kind = rng.choice("ffnvs")
    value = {"f": rng.choice([0, 1, 4, 16, 64, 256]), "n": rng.choice([3, 4, 5, 6, 8, 12]),
             "v": rng.choice([100000, 200000, 300000, 500000, 800000]), "s": rng.choice([64, 128, 512, 1024])}[kind]
    if kind == "v" and lab.slowness > 1:
        kind, value = "f", 4  # the shadow memory of the address sanitizer
    with lab.folder() as folder:
        result = lab.execute(plain(COMMANDS[verb]), folder, before=f"ulimit -{kind} {value};")
        if result.code == 127 or "error while loading shared libraries" in result.err:
            return said(verb, "not loaded")  # said by the system, before the program begins
        # Without room for more heaps, the C library tries to make one for each allocation of a thread.
        lab.expect(result, (0, 1, 2, 3), verb, slower=5 if kind == "v" else 1)
        lab.expect_inputs(folder) if verb != "migrate" else None
        if verb != "migrate" and (result.code == 0 or not keeps_folder(verb)):  # a folder holds the runs that are done
            lab.expect_whole_files(folder, verb, complete=result.code == 0, kept=kept_rows(result))
    return said(verb, f"ulimit -{kind} {value}")


def kept_rows(result):
    """Whether the command says how many rows it has kept of a result that it could not write whole."""
    return result.code != 0 and " rows are kept" in result.out + result.err


def options(lab, rng):
    """Values that are empty, missing, doubled, no numbers, or options themselves."""
    verb = pick(rng, list(COMMANDS))
    words = plain(COMMANDS[verb])
    kind = rng.choice(["empty", "option", "short", "number", "double", "order", "unknown", "end"])
    named = [i for i, word in enumerate(words) if word.startswith("-") and i + 1 < len(words)
             and not words[i + 1].startswith("-")]
    codes = (2,)
    if kind in ("empty", "option", "short", "double", "order") and not named:
        kind, codes = "none", (0,)
    if kind in ("empty", "option", "short"):
        i = rng.choice(named)
        if kind == "empty":
            words[i:i + 2] = rng.choice([[words[i], ""], [f"{words[i]}="], [f"{words[i]}=", "--force"]])
        elif kind == "option":
            words[i + 1] = rng.choice(["--force", "--quiet", "--", "--json"])
        else:
            words[i:i + 2] = [f"{words[i][:2]}={words[i + 1]}"] if not words[i].startswith("--") else [words[i][:4] + "x"]
    elif kind == "number":
        words += ["--set", f"integration.step={rng.choice(HUGE)}"]
        codes = (0, 2, 3)
    elif kind == "double" and named:
        i = rng.choice(named)
        words += words[i:i + 2]
        codes = (0, 2)
    elif kind == "order" and named:
        i = rng.choice(named)
        moved = words[i:i + 2]
        words = [words[0], *moved, *words[1:i], *words[i + 2:]]
        codes = (0,)
    elif kind == "unknown":
        words.append(rng.choice(["--dance", "-Z", "--outputt=x", "---", "\x00".replace("\x00", "\x01"), "--quiet=3", "--json=x"]))
    elif kind == "end":
        words += ["--", "--force"]
    with lab.folder() as folder:
        result = lab.execute(words, folder)
        lab.expect(result, codes, verb)
        for name in os.listdir(folder):
            if name.startswith(("-", "=")) or name == "":
                raise Problem(f"a file with the name {name!r} was written")
        if codes == (2,) and lab.written(folder):
            raise Problem(f"{sorted(lab.written(folder))[0]} was written")
    return said(verb, f"{kind} {' '.join(words)}"[:120])


NO_NUMBERS = ["nan", "inf", "-inf", "1e999", "0x10", "1,5", "9e18", "-9e18", "1e300", "-1", "9" * 40, "1e-300"]
# An option and its value in the help of a verb; files have endings, and --jobs may ask for many threads.
OPTION = re.compile(r"^\s+(?:-\w,)?(--[a-z0-9-]+) ([A-Z_]+(?!\.)\b|[a-z_]+)", re.MULTILINE)


ENVIRONMENTS = ["", "none", "case.toml", "/proc", "/dev/full", "loop", "here", "n" * 300, "x\n\x1b[2J", "k\udcff", "-1", "9" * 40, "1"]
VARIABLES = ["TMPDIR", "XDG_RUNTIME_DIR", "HOME", "TZ", "LANG", "LC_ALL", "COLUMNS", "NO_COLOR", "HDF5_USE_FILE_LOCKING",
             "PYTHONPATH", "OMP_NUM_THREADS"]


def environments(lab, rng):
    """Odd values of variables of the environment: the same files, or a message, and nothing elsewhere."""
    verb, name, value = pick(rng, list(COMMANDS)), rng.choice(VARIABLES), rng.choice(ENVIRONMENTS)
    if rng.random() < 0.5:
        verb, name = rng.choice([("reproduce", "TMPDIR"), ("view of a case", "TMPDIR"), ("cosim", "XDG_RUNTIME_DIR"), ("cosim", "TMPDIR")])
    environment = {name: value}
    if verb == "cosim" and name == "TMPDIR":
        environment["XDG_RUNTIME_DIR"] = ""
    with lab.folder() as folder:
        home = pathlib.Path(folder)
        (home / "loop").symlink_to("loop")
        (home / "here").mkdir()
        result = lab.execute(plain(COMMANDS[verb]), folder, environment=environment)
        lab.expect(result, (0, 1), verb)
        lab.expect_inputs(folder) if verb != "migrate" else None
        if result.code == 1 and not (name in ("TMPDIR", "XDG_RUNTIME_DIR") and name in result.err):
            raise Problem(f"{name}={value!r}: {result.err[-300:]}")
        if verb != "migrate":
            lab.expect_whole_files(folder, verb, complete=result.code == 0)
        if left := [path.name for path in [*home.glob("flangeway-*"), *(home / "here").iterdir()]]:
            raise Problem(f"{name}={value!r}: {left[0]} is left over")
    return said(verb, f"{name}={value!r}"[:40])


def option_values(lab, rng):
    """Numbers that no option can have: a finding, or a result without such numbers."""
    verb = pick(rng, list(COMMANDS))
    texts = lab.__dict__.setdefault("helps", {})
    if verb not in texts:
        texts[verb] = lab.execute([COMMANDS[verb][0], "--help"], lab.home).out
    named = sorted({name for name, value in OPTION.findall(texts[verb])
                    if name not in ("--set", "--output", "--jobs", "--help") and not value.startswith(("OUT", "FILE"))})
    if not named:
        return said(verb, "has no such option")
    words, option, value = plain(COMMANDS[verb]), rng.choice(named), rng.choice(NO_NUMBERS)
    if option in words:
        words[words.index(option) + 1] = value
    else:
        words += [option, value]
    with lab.folder() as folder:
        result = lab.execute(words, folder)
        lab.expect(result, (0, 2, 3), verb)
        if result.code == 0 and (strange := damage_test.strange_number(result.out)):
            raise Problem(strange)
        if result.code == 2 and lab.written(folder):
            raise Problem(f"{sorted(lab.written(folder))[0]} was written")
    return said(verb, f"{option} {value}")


CONTACT_NUMBER = re.compile(r"(?<![\w.])\d+\.?\d*(?:[eEdD][-+]?\d+)?(?![\w.])")


def contact_numbers(lab, rng):
    """Loads, friction and creepages of contact cases that no railway has, and cases without a solution."""
    with lab.folder() as folder:
        home = pathlib.Path(folder)
        kind = rng.choice(["set", "set", "deck", "deck", "no solution"])
        if kind == "no solution":
            force = rng.choice([-1e6, 1e6, 1e5, -9e5])
            (home / "b.toml").write_text(
                '[patch]\nnormal_force = 5.0e4\nlongitudinal = "force"\nspeed = 30.0\nfriction.coefficient = 0.3\n'
                'surface.curvatures = [2.1739, 3.3333]\nelements = { nx = 12, ny = 12 }\n'
                f'[[sweep]]\nkey = "patch.longitudinal_force"\nvalues = [{force}, {2 * force}]\n')
            result = lab.execute(["contact", "b.toml", *rng.choice([[], ["--json"], ["-o", "b.h5"]])], folder)
            lab.expect(result, (3,))
            return "contact: no solution"
        if kind == "set":
            key = rng.choice(["patch.normal_force", "patch.friction.coefficient", "patch.longitudinal_creepage", "patch.spin",
                              "patch.speed", "patch.elements.nx", "patch.surface.curvatures", "patch.approach"])
            value = rng.choice(HUGE)
            value = f"[{value}, {value}]" if key.endswith("curvatures") else value
            result = lab.execute(["contact", "sphere.toml", "--set", f"{key}={value}", "--json"], folder)
            what = f"{key}={value}"
        else:
            deck = rng.choice(sorted((lab.source / "tests/fuzz/seeds/deck").iterdir()))
            text = deck.read_text(errors="replace")
            numbers = list(CONTACT_NUMBER.finditer(text))
            at, value = rng.choice(numbers), rng.choice(HUGE)
            (home / "deck.inp").write_text(text[:at.start()] + value + text[at.end():])
            result = lab.execute(["contact", "deck.inp", "--json"], folder)
            what = f"{deck.name}: {value} at {at.start()}"
        lab.expect(result, (0, 2, 3))
        if result.code == 0 and (strange := damage_test.strange_number(result.out)):
            raise Problem(strange)
        if result.code == 0 and value in ("9e18", "1e300") and ("force" in what or "friction" in what):
            raise Problem("accepted")
    return f"contact: {what}"


NAMES = ["*", "?", "a,b", "=1+1", "+a", "-a", "@a", "a\u202eb", "a\u2066b", "", " ", "a b", 'a"b', "a'b", "a\\nb", "../a", "a/b",
         "a" * 300, "<b>", "é", "a.b", "[0]", "a\tb", "a;b", "t", "distance", "%s", "\u200b", "NaN", "a=b", "a#b"]


def names(lab, rng):
    """Names of bodies that are patterns, formulas, marks of direction or several cells of a table."""
    name = rng.choice(NAMES)
    with lab.folder() as folder:
        home = pathlib.Path(folder)
        text = (home / "wheelset.toml").read_text()
        quoted_name = '"' + name.replace("\\", "\\\\").replace('"', '\\"').replace("\\\\n", "\\n").replace("\t", "\\t") + '"'
        changed, count = re.subn(r'(\[\[wheelsets\]\][^\[]*?\nname = )"[^"]*"', lambda m: m.group(1) + quoted_name, text, count=1)
        if count != 1:
            raise Problem("the vehicle of this test has no name of a wheelset")
        (home / "wheelset.toml").write_text(changed)
        result = lab.execute(["run", "case.toml", "--set", "integration.duration=0.01", "-o", "a.h5", "--quiet"], folder)
        lab.expect(result, (0, 2), "run")
        if result.code == 0:
            if any(bad in name for bad in ("*", "?", ",", "\u202e", "\u2066", "\n", '"')) or not name.strip():
                raise Problem(f"{name!r} is taken for a name")
            table = lab.execute(["results", "a.h5", "--csv", "--quiet"], folder)
            lab.expect(table, (0,))
            rows = [line.count(",") for line in table.out.splitlines() if not line.startswith("#")]
            if len(set(rows)) != 1:
                raise Problem("rows of different lengths")
            one = lab.execute(["results", "a.h5", "--csv", "--quiet", "--channel", f"{name}.y"], folder)
            lab.expect(one, (0,))
            if f"{name}.y" not in one.out:
                raise Problem(f"{name}.y is another name in the table: {one.out[:80]}")
    return f"run: a body {name!r}"[:60]


def universal_files(lab, rng):
    """A file of modes with a line lost, doubled, moved or added: as many modes as before, or a finding."""
    models = lab.source / "models"
    lines = (models / "vehicles/manchester_carbody.unv").read_text().splitlines(keepends=True)
    kind, at = rng.choice(["drop", "drop", "double", "swap", "insert", "cut"]), rng.randrange(len(lines))
    if rng.random() < 0.5:
        at = rng.choice([i for i, line in enumerate(lines) if line.strip() == "-1"])
    if kind == "drop":
        del lines[at]
    elif kind == "double":
        lines.insert(at, lines[at])
    elif kind == "swap":
        other = min(at + 1, len(lines) - 1)
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == "insert":
        lines.insert(at, rng.choice(["    -1\n", "  2414\n", "text\n", "1 2 3\n", "\n"]))
    else:
        lines = lines[:at]
        if "".join(lines).splitlines()[-1:] == ["    -1"] and sum(line.strip() == "-1" for line in lines) % 2 == 0:
            lines.pop()  # a file does not say how many datasets it has
    with lab.folder() as folder:
        vehicles = pathlib.Path(folder) / "vehicles"
        vehicles.mkdir()
        for path in (models / "vehicles").iterdir():
            if path.is_file() and path.suffix in (".toml", ".csv"):
                shutil.copy(path, vehicles)
        (vehicles / "manchester_carbody.unv").write_text("".join(lines))
        case = (models / "cases/manchester_modes_r500.toml").read_text()
        (pathlib.Path(folder) / "modes.toml").write_text(case.replace("../vehicles", "vehicles").replace('"../', f'"{models}/'))
        result = lab.execute(["modes", "modes.toml", "--json"], folder)
        lab.expect(result, (0, 2))
        right = lab.execute(["modes", str(models / "cases/manchester_modes_r500.toml"), "--json"], folder)
        if result.code == 0 and result.out.count('"kind"') != right.out.count('"kind"') and not result.err.strip():
            raise Problem("another number of modes, without a word")
        if result.code == 0 and kind != "insert" and result.out != right.out and not result.err.strip() and kind != "double":
            if "-1" in "".join(lines[max(at - 1, 0):at + 1]) and kind in ("drop", "cut"):
                raise Problem("other modes, without a word")
    return f"modes: {kind} at line {at + 1}"


FMU_TEXT = """<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="{version}" guid="{{test}}" instantiationToken="x" numberOfEventIndicators="{indicators}" modelName="m">
<ModelExchange modelIdentifier="model"/><CoSimulation modelIdentifier="model"/>
<ModelVariables>{variables}</ModelVariables>
<ModelStructure>{structure}</ModelStructure></fmiModelDescription>"""


def fmus(lab, rng):
    """Counts, dimensions, causalities and archives that cannot be."""
    big = rng.choice(["4000000000", "18446744073709551615", "-1", "1e9", "99999999999999999999", "", "x", "1000000"])
    version = rng.choice(["2.0", "3.0", "1.0", big])
    causality = rng.choice(["input", "output", "local", "independent", "parameter", "", "x", big])
    if version == "3.0":
        variables = (f'<Float64 name="u" valueReference="{rng.choice(["1", big])}" causality="{causality}" start="0">'
                     f'<Dimension start="{big}"/><Dimension start="{big}"/></Float64>' * rng.choice([1, 3]) +
                     '<Float64 name="y" valueReference="2" causality="output"/>')
        structure = f'<ContinuousStateDerivative valueReference="{big}"/>' * rng.choice([0, 1, 9])
        structure += f'<EventIndicator valueReference="{big}"/>' * rng.choice([0, 2])
    else:
        variables = (f'<ScalarVariable name="u" valueReference="{rng.choice(["1", big])}" causality="{causality}"><Real/>'
                     '</ScalarVariable><ScalarVariable name="y" valueReference="2" causality="output"><Real/></ScalarVariable>')
        structure = f'<Derivatives>{chr(10).join([f"<Unknown index={chr(34)}{big}{chr(34)}/>"] * 3)}</Derivatives>'
    text = FMU_TEXT.format(version=version, indicators=rng.choice(["0", big]), variables=variables, structure=structure)
    kind = rng.choice(["text", "text", "text", "bomb", "many", "outside", "no library", "cut", "doubled"])
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("modelDescription.xml", text)
        if kind != "no library":
            archive.writestr("binaries/linux64/model.so", "no library")
            archive.writestr("binaries/x86_64-linux/model.so", "no library")
        if kind == "bomb":
            archive.writestr("resources/bomb", bytes(200_000_000))
        if kind == "many":
            for i in range(20000):
                archive.writestr(f"resources/{i}", "")
        if kind == "outside":
            archive.writestr(rng.choice(["../../outside", "/tmp/flangeway-outside", "resources/../../outside"]), "x")
    data = content.getvalue()
    data = data[:rng.randrange(len(data))] if kind == "cut" else data
    models = lab.source / "models"
    with lab.folder() as folder:
        home = pathlib.Path(folder)
        (home / "f.fmu").write_bytes(data)
        (home / "fmu.toml").write_text(
            f'vehicle = "{models}/vehicles/metro_coach_active.toml"\ntrack = "{models}/tracks/curve_r500.toml"\nspeed = 20.0\n'
            'contact.method = "kec"\nintegration = { method = "abm4", step = 1e-3, duration = 0.01 }\n[[control.fmus]]\n'
            'name = "f"\nfile = "f.fmu"\nsample_time = 0.005\ninputs = ["coach_carbody.vy"]\noutputs = ["lateral_front"]\n'
            'limit = 1e4\ntime_limit = 2\ninput_variables = ["u"]\noutput_variables = ["y"]\n')
        before = "ulimit -v 8000000;" if lab.slowness == 1 else ""
        result = lab.execute(["run", "fmu.toml", "-o", "a.h5", "--quiet"], folder, before=before)
        lab.expect(result, (2, 3), names="f")
        for outside in (home.parent / "outside", home / "outside", pathlib.Path("/tmp/flangeway-outside")):
            if outside.exists():
                outside.unlink()
                raise Problem(f"{outside} was written")
    return f"run: an FMU, {kind}, {version[:8]}, {causality[:8]}, {big[:12]}"


MANY = 20000


def changed_manifest(rng, manifest):
    """One thing in the manifest of an archive that cannot be, and what it is."""
    run = manifest["results"][0]
    kind = rng.choice(["name", "name", "folder", "hash", "lose", "type", "deep", "again", "sets", "format", "text"])
    bad = rng.choice(["../../outside", "/tmp/flangeway-outside", "inputs/../../outside", "results/../../outside", "inputs",
                      "results", "", ".", "inputs/", "inputs//x", "inputs\\..\\x", "n" * 300, "inputs/" + "n" * 300,
                      "inputs/" + "n/" * 3000, "inputs/a\u001b[2Jb", "inputs/a\nb", "/dev/full", "inputs/\ud800"])
    if kind == "name":
        where = rng.choice([run, *run["inputs"]])
        where["file"] = bad
    elif kind == "folder":
        run["folder"] = rng.choice([bad, run["inputs"][0]["file"], run["inputs"][0]["file"] + "/x"])
    elif kind == "hash":
        where, key = rng.choice([(run, "sha256"), (run["inputs"][0], "archived_sha256")])
        where[key] = rng.choice(["", "0" * 64, where[key][:-1], where[key].upper(), where[key] + "0"])
    elif kind == "lose":
        del run[rng.choice([key for key in run if key != "started"])]
    elif kind == "type":
        run[rng.choice(list(run))] = rng.choice([None, 1, -1e300, [], {}, [[]], True, {"a": 1}])
    elif kind == "again":  # thousands of times the same file: read once
        manifest["results"] += [{**run, "sha256": "0" * 64}] * MANY
    elif kind == "sets":
        run["sets"] = rng.choice([["speed"], ["nothing=1"], ["speed=nan"], ["integration.duration=-1"], ["=" * 1000], ["\u0000"],
                                  ["vehicle=/etc/passwd"], ["track=../../../../../../../../etc/hostname"]])
    elif kind == "format":
        manifest["format"] = rng.choice(["flangeway archive 2", "", None, "x" * 100000, ["a"]])
    text = json.dumps(manifest)
    if kind == "deep":
        key = rng.choice(['"format": ', '"results": ', '"sets": '])
        text = text.replace(key, key + "[" * 1000000 + "]" * 1000000 + ', "x": ', 1)
    elif kind == "text":
        at = rng.randrange(len(text))
        text = rng.choice([text[:at], text[:at] + "\x00" + text[at:], "[" * 3000000, "", "\ufeff\ufeff" + text, "{}"])
    return text, f"{kind} of the manifest"


def archives(lab, rng):
    """Archives that are damaged, state sizes, names and hashes that cannot be, or read files from outside: a finding, and
    nothing is written, or all is as it was."""
    kind = rng.choice(["manifest", "manifest", "manifest", "byte", "byte", "cut", "bomb", "many", "link", "encrypted", "size",
                       "input", "doubled", "nested"])
    with zipfile.ZipFile(lab.home / "run.zip") as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest, what, codes = json.loads(files["manifest.json"]), kind, (2,)
    content = io.BytesIO()
    if kind == "manifest":
        files["manifest.json"], what = changed_manifest(rng, manifest)
    if kind == "input":  # with the right hash
        run = manifest["results"][0]
        case = next(one for one in run["inputs"] if one["file"].endswith("case.toml"))
        files[case["file"]] = files[case["file"]].replace(b"wheelset.toml", b"/etc/passwd")
        case["archived_sha256"] = hashlib.sha256(files[case["file"]]).hexdigest()
        files["manifest.json"] = json.dumps(manifest)
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            if kind == "link" and name.endswith("wheelset.toml"):
                entry = zipfile.ZipInfo(name)
                entry.create_system, entry.external_attr = 3, 0o120777 << 16
                archive.writestr(entry, "/etc/passwd")
            else:
                archive.writestr(name, data)
        if kind == "bomb":
            archive.writestr("resources/bomb", bytes(200_000_000))
        if kind == "many":
            for i in range(MANY):
                archive.writestr(f"resources/{i}", "")
        if kind == "doubled":
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                archive.writestr(rng.choice(list(files)), "another")
            codes = (0, 2)  # the first or the second counts
    data = bytearray(content.getvalue())
    if kind == "byte":
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        codes = (0, 2)  # times and attributes do not count
    elif kind == "cut":
        del data[rng.randrange(len(data)):]
    elif kind in ("encrypted", "size"):  # in the list of files at the end
        at = rng.choice([m.start() for m in re.finditer(b"PK\x01\x02", bytes(data))])
        if kind == "encrypted":
            data[at + 8] |= 1
        else:
            data[at + 24:at + 28] = rng.choice([b"\xff\xff\xff\xff", b"\0\0\0\0", b"\xfe\xff\xff\x7f"])
        codes = (0, 2)  # 0: of a file that no run needs
    elif kind == "nested":
        outer = io.BytesIO()
        with zipfile.ZipFile(outer, "w") as archive:
            archive.writestr("run.zip", bytes(data))
        data = outer.getvalue()
    with lab.folder() as folder:
        home = pathlib.Path(folder)
        (home / "run.zip").write_bytes(data)
        (home / "temporary").mkdir()
        before = "ulimit -v 8000000;" if lab.slowness == 1 else ""
        result = lab.execute(["reproduce", "run.zip"], folder, before=before, environment={"TMPDIR": f"{folder}/temporary"})
        lab.expect(result, codes, "reproduce", names="run.zip" if result.code == 2 and kind not in ("input", "manifest") else "")
        if result.code == 0 and "have the same bits" not in result.out:
            raise Problem(f"exit code 0: {result.out}")
        if any(ord(character) < 32 and character != "\n" for character in result.out + result.err):
            raise Problem("control characters in the messages")
        if left := list((home / "temporary").iterdir()):
            raise Problem(f"left over: {left[0]}")
        (home / "temporary").rmdir()
        for outside in (home.parent / "outside", home / "outside", pathlib.Path("/tmp/flangeway-outside")):
            if outside.exists():
                outside.unlink()
                raise Problem(f"{outside} was written")
        if written := lab.written(folder):
            raise Problem(f"{sorted(written)[0]} was written")
    return f"reproduce: {what}"


def damaged_folders(lab, rng):
    """A folder of a study, an optimisation or an evolution with a file changed, copied or lost: the same table or a
    finding, and a word about damage."""
    verb = rng.choice(["study", "study", "optimise", "evolve"])
    words = [*plain(COMMANDS[verb]), "--quiet"]
    with lab.folder() as folder:
        home = pathlib.Path(folder)
        kept = lab.made / verb
        if not kept.exists():
            lab.expect(lab.execute(words, folder), (0,), verb)
            copy(home / "a", kept)
        shutil.rmtree(home / "a", ignore_errors=True)
        copy(kept, home / "a")
        right = table_of(home / "a")
        files = sorted(path for path in (home / "a").rglob("*") if path.is_file()
                       and (path.parent.name in ("runs", "steps") or path.name in ("study.json", "line.json")))
        file, kind = rng.choice(files), rng.choice(["digit", "digit", "byte", "copy", "swap", "lose", "cut", "empty", "unseal",
                                               "pipe", "folder", "deep"])
        data, others = file.read_bytes(), [path for path in files if path.suffix == file.suffix and path != file]
        changed = True
        if kind == "digit":
            digits = [i for i, byte in enumerate(data) if 48 <= byte <= 57]
            at = rng.choice(digits)
            file.write_bytes(data[:at] + bytes([48 + (data[at] - 48 + rng.randrange(1, 10)) % 10]) + data[at + 1:])
        elif kind == "byte":
            at = rng.randrange(len(data))
            file.write_bytes(data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1:])
        elif kind in ("copy", "swap") and others:
            other = rng.choice(others)
            content = other.read_bytes()
            file.write_bytes(content)
            if kind == "swap":
                other.write_bytes(data)
            changed = content != data
        elif kind == "lose":
            file.unlink()
            changed = False  # as one that was not done
        elif kind == "cut":
            file.write_bytes(data[:rng.randrange(len(data))])
        elif kind == "empty":
            file.write_bytes(b"")
        elif kind in ("pipe", "folder"):
            file.unlink()
            os.mkfifo(file) if kind == "pipe" else file.mkdir()
            changed = False  # as one that was not done
        elif kind == "deep":
            file.write_bytes(sealed(b'{"format": %s' % deep(rng), re.findall(rb'("\w+": "[^"]*"), ', data[data.rfind(b'"seal"'):])))
        else:
            file.write_bytes(re.sub(rb',?\s*"seal": \{[^}]*\}', b"", data))
            changed = file.read_bytes() != data
        result = lab.execute([word for word in words if word != "--quiet"], folder)
        if result.code == 1 and kind == "folder" and re.search(f"cannot write \\S*{file.relative_to(home)}", result.err):
            return said(verb, f"{kind} in place of {file.name}")
        lab.expect(result, (0, 2), verb)
        if result.code == 0 and table_of(home / "a") != right:
            raise Problem(f"{file.name}, {kind}: another table")
        if result.code == 0 and changed and file.name not in result.err:
            raise Problem(f"{file.name}, {kind}: no word about the damage")
    return said(verb, f"{kind} of {file.name}")


def deep(rng):
    """A JSON value of many brackets."""
    depth = rng.choice([100, 30000, 300000])
    return rng.choice([b"[" * depth + b"]" * depth, b'{"a":' * depth + b"1" + b"}" * depth, b"[" * depth])


def sealed(members, facts):
    """A JSON object that begins with these members, with a right seal (core/json_seal.hpp)."""
    text = members + b',\n  "seal": {' + b"".join(fact + b", " for fact in facts)
    return text + b'"sha256": "%s"}\n}\n' % hashlib.sha256(text).hexdigest().encode()


def deep_values(lab, rng):
    """A value of many brackets in a file that is read: a finding."""
    readable = {verb: [words[i] for i in inputs(words, lab.inputs) if words[i].endswith((".json", ".toml", ".xml"))]
                for verb, words in COMMANDS.items()}
    verb = pick(rng, [verb for verb, files in readable.items() if files])
    words, name = COMMANDS[verb], rng.choice(readable[verb])
    with lab.folder() as folder:
        file = pathlib.Path(folder) / name
        text = file.read_bytes()
        if name.endswith(".json"):
            places = [m.end() for m in re.finditer(rb'": ', text)]
            at = rng.choice(places)
            file.write_bytes(text[:at] + deep(rng) + (b"" if rng.random() < 0.5 else b', "x": ') + text[at:])
        elif name.endswith(".xml"):
            at, depth = rng.choice([m.end() for m in re.finditer(rb"<[^/?!][^<]*[^/?]>", text)]), rng.choice([100, 300000])
            word = rng.choice([b"Feature", b"Alignment", b"a"])
            file.write_bytes(text[:at] + b"<%s>" % word * depth + (b"</%s>" % word * depth if rng.random() < 0.7 else b"") + text[at:])
        else:
            file.write_bytes(text + b"\n[x]\ny = " + deep(rng).replace(b'"a":', b"a = ") + b"\n")
        result = lab.execute(plain(words), folder, before="ulimit -v 4000000;" if lab.slowness == 1 else "")
        lab.expect(result, (0, 2) if name.endswith(".xml") else (2,), verb, names=name)
    return said(verb, f"brackets in {name}")


def kills(lab, rng):
    """A command that is killed at a random moment, up to three times, and then done whole: the results of one that was not."""
    verb = rng.choice(["study", "study", "workers", "optimise", "optimise workers", "evolve", "run", "wear", "report",
                       "identify", "acceptance", "export", "import"])
    base = verb.split()[0].replace("workers", "study")
    words = [*plain(COMMANDS[base]), "--quiet"]
    workers = "workers" in verb
    with lab.folder() as folder:
        home, usual = pathlib.Path(folder), max(lab.undisturbed(base)[0].seconds, 0.05)
        if base == "evolve":
            words += ["--jobs", str(rng.randrange(1, 4))]
        lives = rng.randrange(1, 4)
        for _ in range(lives):
            life = rng.uniform(0.005, 1.3 * usual)
            more = ["--worker", "--lease", "0.2", "--jobs", "1"] if workers else []
            if workers and rng.random() < 0.5:
                second = subprocess.Popen([lab.executable, *words, *more], cwd=folder, stdin=subprocess.DEVNULL,
                                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            else:
                second = None
            killed = lab.execute([*words, *more, *([] if keeps_folder(base) else ["--force"])], folder,
                                 kill_after=life)
            if second:
                time.sleep(rng.uniform(0, 0.1))
                second.kill()
                second.wait()
            if killed.code not in (0, -9):
                raise Problem(f"exit code {killed.code}: {killed.err[-300:]}")
        if workers:
            last = lab.execute([*words, "--worker", "--lease", "0.2"], folder)
            lab.expect(last, (0,), None)
        else:
            last = lab.execute([*words, *([] if keeps_folder(base) else ["--force"])], folder)
            lab.expect(last, (0,), base)
        if base in ("study", "optimise"):  # the other process of a worker may be the last that writes
            lab.expect(lab.execute(words, folder), (0,), base)
        lab.expect_inputs(folder)
        lab.expect_whole_files(folder, base, complete=True)
        if left := leftovers(home / "a") if base != "run" else leftovers(home):
            raise Problem(f"left over: {left[0]}")
    return said(verb, f"{lives} lives")


def continued_runs(lab, rng):
    """A run with checkpoints that is killed again and again ends with the rows of one that is not."""
    words = ["run", "case.toml", "--set", "integration.duration=3", "--set", "output.flush_interval=0.02", "-o", "a.h5",
             "--checkpoint", "0.02", "--quiet"]
    if not hasattr(lab, "whole_run"):
        with lab.folder() as folder:
            started = time.monotonic()
            lab.expect(lab.execute(words, folder), (0,))
            lab.whole_run = lab.content(pathlib.Path(folder) / "a.h5"), time.monotonic() - started
    rows, seconds = lab.whole_run
    with lab.folder() as folder:
        file = pathlib.Path(folder) / "a.h5"
        result = lab.execute(words, folder, kill_after=rng.uniform(0.05, seconds))
        lives = 0
        while file.exists() and result.code != 0 and lives < 30:
            if lab.execute(["results", "a.h5"], folder).code not in (0, 2):
                raise Problem("a killed result cannot be read")
            result = lab.execute(["run", "--continue", "a.h5", "--quiet"], folder,
                                 kill_after=rng.uniform(0.05, seconds * (1 + lives)))
            if result.code == 2 and "completed" in result.err:  # killed when all was written
                result.code = 0
                break
            if result.code == 2:  # before the first checkpoint, with a message
                if "checkpoint" not in result.err:
                    raise Problem(f"does not go on: {result.err[-300:]}")
                return "run: killed before the first checkpoint"
            if result.code not in (0, -9):
                raise Problem(f"exit code {result.code}: {result.err[-300:]}")
            lives += 1
        if file.exists() and result.code == 0 and lab.content(file) != rows:
            raise Problem("other rows than of the run that was not killed")
    return f"run: killed, {lives} lives more"


def served_kills(lab, rng):
    """A server of the workbench that is killed while files are saved and commands begin: each file is as it was before or
    after a save, and the next server knows every command that was accepted, and sees it end."""
    with lab.folder() as home:
        folder = pathlib.Path(home) / "project"
        lab.expect(lab.execute(["new", "project", "--template", "empty", "--quiet"], home), (0,))
        place = folder / "cases/first.toml"
        first, saved, accepted = place.read_text(), [], []
        until = time.monotonic() + rng.uniform(0.02, 0.6)
        with bench.Server(lab.executable, folder) as server:
            killer = threading.Timer(max(until - time.monotonic(), 0), server.process.kill)
            killer.start()
            try:
                version = server.call("GET", "/api/file?path=cases/first.toml")["version"]
                while True:
                    saved.append(first + f"# {len(saved)} {'x' * rng.randrange(5000)}\n")
                    version = server.call("PUT", "/api/file", {"path": "cases/first.toml", "text": saved[-1],
                                                               "version": version})["version"]
                    if len(accepted) < 3:
                        accepted.append(server.call("POST", "/api/runs", {"verb": "run", "arguments": [
                            "cases/first.toml", *SHORT, "-o", f"r/{len(accepted)}.h5"]})["id"])
            except (OSError, ValueError, http.client.HTTPException):
                pass  # it is killed
            finally:
                killer.join()
                server.process.wait()
        if place.read_text() not in [first, *saved[-2:]]:
            raise Problem("a file is neither as before nor as after a save")
        with bench.Server(lab.executable, folder) as server:
            limit = time.monotonic() + WALL_LIMIT
            while any(run["state"] == "running" for run in server.call("GET", "/api/runs")["runs"]):
                if time.monotonic() > limit:
                    raise Problem("a command of the killed server does not end")
                time.sleep(0.05)
            runs = server.call("GET", "/api/runs")["runs"]
            if missing := set(accepted) - {run["id"] for run in runs}:
                raise Problem(f"{len(missing)} commands are not known any more")
            for run in runs:
                if run["state"] not in ("done", "stopped"):
                    raise Problem(f"a command has {run['state']}: {run['lines']}")
                for output in run["outputs"]:
                    server.call("GET", f"/api/result?path={output}")
            version = server.call("GET", "/api/file?path=cases/first.toml")["version"]
            server.call("PUT", "/api/file", {"path": "cases/first.toml", "text": first, "version": version})
    return f"serve: killed after {len(saved)} saves and {len(accepted)} commands"


def strange_projects(lab, rng):
    """A project with records of runs that no server has written: the server starts, answers, and ends at once."""
    with lab.folder() as home:
        folder = pathlib.Path(home) / "project"
        lab.expect(lab.execute(["new", "project", "--template", "empty", "--quiet"], home), (0,))
        record = {"words": ["run", "cases/first.toml"], "state": "done", "queued": 0, "started": 0, "ended": 1, "stop_asked": False,
                  "process": rng.choice([0, 1, -1, os.getpid()]), "process_start": rng.choice([0, 1]), "exit_code": 0}
        for number in range(3):
            run = folder / ".flangeway/runs" / f"{number}"
            run.mkdir(parents=True)
            (run / "run.json").write_text(json.dumps(record))
            for file in ("run.json", "output", "progress", "exit_code"):
                kind = rng.choice(["", "", "pipe", "folder", "deep", "loop", "device", "bytes", "value"])
                if kind and (run / file).exists():
                    (run / file).unlink()
                if kind == "pipe":
                    os.mkfifo(run / file)
                elif kind == "folder":
                    (run / file).mkdir()
                elif kind == "deep":
                    (run / file).write_bytes(b'{"words": %s}' % deep(rng))
                elif kind in ("loop", "device"):
                    (run / file).symlink_to(file if kind == "loop" else "/dev/zero")
                elif kind == "bytes":
                    (run / file).write_bytes(rng.randbytes(rng.randrange(3000)))
                elif kind == "value":
                    key, value = rng.choice(list(record)), rng.choice([None, -1, 1e300, "x", [], {}, [1], "\ud800"])
                    (run / file).write_text(json.dumps({**record, key: value}))
        os.mkfifo(folder / "cases/pipe.toml")
        started = time.monotonic()
        with bench.Server(lab.executable, folder) as server:
            runs = server.call("GET", "/api/runs")["runs"]
            if any(run["state"] in ("running", "waiting") for run in runs):
                raise Problem("a record that the server did not write is a run that goes on")
            server.call("GET", "/api/project")
        if time.monotonic() - started > WALL_LIMIT / 2:
            raise Problem("the server does not answer or does not end")
    return "serve: strange records"


def dask_kills(lab, rng):
    """A study on workers of Dask that are killed: the results of one process, or a study that is given up and goes on."""
    seed, kills = rng.randrange(1 << 30), rng.randrange(1, 5)
    with lab.folder() as folder:
        environment = {"PYTHONPATH": lab.python_path, "PYTHONDONTWRITEBYTECODE": "1"}
        script = str(pathlib.Path(__file__).resolve().parent / "dask_study.py")
        for lives in (kills, 0):
            done = subprocess.run([lab.python, script, "study.toml", "a", str(seed), str(lives)], cwd=folder, text=True,
                                  capture_output=True, timeout=4 * WALL_LIMIT, env={**os.environ, **environment})
            if done.returncode == 0:
                break
            if done.returncode != 3 or lives == 0:
                raise Problem(f"exit code {done.returncode} with {lives} kills: {done.stderr[-300:]}")
        lab.expect(lab.execute([*plain(COMMANDS["study"]), "--quiet"], folder), (0,), "study")
        lab.expect_whole_files(folder, "study", complete=True)
        if left := leftovers(pathlib.Path(folder) / "a"):
            raise Problem(f"left over: {left[0]}")
    return f"study on Dask: {kills} kills"


ENCODINGS = {"a byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
             "UTF-16, low byte first": lambda text: b"\xff\xfe" + text.encode("utf-16-le"),
             "UTF-16, high byte first": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
             "UTF-16 without a mark": lambda text: text.encode("utf-16-le")}
TEXTS = (".toml", ".csv", ".prw", ".prr", ".json", ".inp")


def encodings(lab, rng):
    """Texts in UTF-16 or behind a byte order mark: the results of UTF-8."""
    verb = pick(rng, [verb for verb in COMMANDS if inputs(COMMANDS[verb], lab.inputs) and verb not in ("migrate", "archive")])
    name = rng.choice(list(ENCODINGS))
    lab.undisturbed(verb)
    with lab.folder() as folder:
        home = pathlib.Path(folder)
        for file in lab.inputs:
            if file.endswith(TEXTS) and rng.random() < 0.7:
                (home / file).write_bytes(ENCODINGS[name]((home / file).read_text()))
        result = lab.execute(plain(COMMANDS[verb]), folder)
        lab.expect(result, (0,), verb)
        lab.expect_whole_files(folder, verb, complete=True)
    return said(verb, name)


FILE_NAMES = ["k\udcfcrve", "\udcff\udcfe", "Käse \U0001f600", "a b", "a'b", 'a"b', "a;b", "$HOME", "%s{}", "a\nb", "a\x1b[2Jb",
              "a\u202eb", "x" * 200, "a&b<c>", "a\\b", "[a]", "*", "=a", "a#b", "a,b"]


def file_names(lab, rng):
    """Odd names of a file that is read and of all that are written: they are taken as they are, or a finding."""
    verb = pick(rng, [verb for verb in COMMANDS if inputs(COMMANDS[verb], lab.inputs)])
    words, name = plain(COMMANDS[verb]), rng.choice(FILE_NAMES)
    with lab.folder() as folder:
        home = pathlib.Path(folder)
        place = rng.choice(inputs(COMMANDS[verb], lab.inputs))
        ending = pathlib.Path(words[place]).suffix
        shutil.copy(home / words[place], home / (name + ending))
        words[place] = name + ending
        written = outputs(COMMANDS[verb])
        for number, i in enumerate(written):
            words[i] = f"{name}{number}{pathlib.Path(words[i]).suffix}"
        result = lab.execute(words, folder)
        lab.expect(result, (0, 2), verb)
        if result.code == 0 and (missing := [words[i] for i in written if not (home / words[i]).exists()]):
            raise Problem(f"exit code 0 without {missing[0]}")
        if "\x1b" in result.out + result.err:
            raise Problem("a file name controls the terminal")
        if left := leftovers(home):
            raise Problem(f"left over: {left[0]}")
        if result.code == 0 and words[0] == "run":
            for command in (["results", words[written[0]], "--json"], ["archive", words[written[0]], "-o", "packed.zip"],
                            ["reproduce", "packed.zip"], ["report", words[written[0]], "-o", "page.html"]):
                lab.expect(lab.execute(command, folder), (0,))
    return said(verb, repr(name)[:30])


FAULTY = ["study", "study", "small study", "optimise", "evolve", "run", "contact", "report", "codegen", "profile", "wear", "results",
          "recording", "view", "view of a case", "motion of a mode", "cosim", "archive", "reproduce", "patch", "modes", "track",
          "assess", "conicity", "response", "identify", "export", "export to NetCDF", "import", "import of SIMPACK", "new", "acceptance", "codegen for MATLAB",
          "report with a layout", "envelope"]


def keeps_folder(verb):
    """Whether the command goes on in the folder that it has made."""
    return COMMANDS[verb][0] in ("study", "optimise", "evolve", "acceptance")


def in_one_thread(verb):
    """The command of a verb so that its calls to the system come in the same order each time."""
    return [*plain(COMMANDS[verb]), *(["--jobs", "1"] if keeps_folder(verb) else [])]


def calls_of(lab, verb):
    """The calls to the system by which the command of a verb changes the disk, as function and file."""
    known = lab.__dict__.setdefault("calls", {})
    if verb not in known:
        with lab.folder() as folder:
            result = lab.execute(in_one_thread(verb), folder,
                                 environment={"LD_PRELOAD": lab.faults, "FLANGEWAY_FAULT_LOG": f"{folder}/calls"})
            lab.expect(result, (0,), verb)
            known[verb] = (pathlib.Path(folder) / "calls").read_text(errors="replace").splitlines()
    return known[verb]


FILE_TYPE = re.compile(r"(?:\.(?P<type>[a-z0-9]{2,5}))?(?:\.[^/]*\.part)?$")


def one_of_each_kind(calls):
    """A number of a call for each function with each type of file, at different places of the command."""
    places = {}
    for number, call in enumerate(calls, 1):
        function, file = call.split(" ", 1)
        kind = FILE_TYPE.search(file)["type"] or pathlib.Path(file).name
        places.setdefault((function, kind, file.endswith(".part")), []).append(number)
    return sorted(numbers[7 * i % len(numbers)] for i, numbers in enumerate(places.values()))


def full_disks(lab, rng):
    """The disk is full from any of the calls on that write, or one of them fails: a message, the old files, and with the
    next try the results of an undisturbed command."""
    verb = rng.choice(FAULTY)
    kind = "error" if rng.random() < 0.4 else "full"
    return full_disk(lab, verb, f"{kind}:{rng.randrange(1, len(calls_of(lab, verb)) + 1)}")


def full_disk(lab, verb, fault):
    """One such try: FLANGEWAY_FAULT of faults.c."""
    words, own = in_one_thread(verb), keeps_folder(verb)
    with lab.folder() as folder:
        result = lab.execute(words, folder, environment={"LD_PRELOAD": lab.faults, "FLANGEWAY_FAULT": fault})
        lab.expect(result, (0, 1, 2), verb)
        if result.code == 1 and not re.search("No space|cannot|could not|Input/output", result.err + result.out):
            raise Problem(f"{verb}, {fault}: exit code 1 for no reason: {result.err[-300:]}")
        if result.code == 0 and not own:
            lab.expect_whole_files(folder, verb, complete=True)
        lab.expect_inputs(folder)
        if not own:
            lab.expect_whole_files(folder, verb, complete=False, kept=result.code == 1)
        if kept_rows(result) and "{a.h5}" not in COMMANDS[verb]:
            raise Problem(f"{fault}: rows of a file that does not stay are kept")
        if kept_rows(result) and "{a.h5}" in COMMANDS[verb] and "is damaged" not in result.out + result.err:
            number_of_rows = int(re.search(r"(\d+) rows are kept", result.out + result.err).group(1))
            there = re.search(r"(\d+) rows", lab.execute(["results", "a.h5"], folder).out)
            if not there or int(there.group(1)) < number_of_rows:
                raise Problem(f"{fault}: {number_of_rows} rows are not kept")
        if result.code == 0 and own:
            lab.expect_whole_files(folder, verb, complete=True)
            return said(verb, fault)
        again = lab.execute([*words, *([] if own or not outputs(COMMANDS[verb]) else ["--force"])], folder)
        lab.expect(again, (0,), verb)
        lab.expect_whole_files(folder, verb, complete=True)
    return said(verb, fault)


def shared_folders(lab, rng):
    """Two workers on a folder that answers as NFS may, at random: the results of one process in the end."""
    verb = rng.choice(["study", "study", "optimise"])
    words = [*plain(COMMANDS[verb]), "--worker", "--lease", "0.3", "--jobs", "1", "--quiet"]
    with lab.folder() as folder:
        home = pathlib.Path(folder)
        seeds = [rng.randrange(1, 1 << 30) for _ in range(2)]
        workers = [subprocess.Popen([lab.executable, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                    stderr=subprocess.STDOUT, text=True,
                                    env={**os.environ, "LD_PRELOAD": lab.faults, "FLANGEWAY_FAULT": f"shared:{seed}"})
                   for seed in seeds]
        for worker in workers:
            try:
                text, _ = worker.communicate(timeout=60)
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.communicate()
                raise Problem(f"seeds {seeds}: no end within 60 s") from None
            if worker.returncode not in (0, 1, 2) or re.search("internal error|terminate|std::", text):
                raise Problem(f"seeds {seeds}: exit code {worker.returncode}: {text[-300:]}")
            if worker.returncode != 0 and not text.strip():
                raise Problem(f"seeds {seeds}: exit code {worker.returncode} without a word")
        last = lab.execute(words, folder)
        lab.expect(last, (0,))
        lab.expect(lab.execute([*plain(COMMANDS[verb]), "--quiet"], folder), (0,), verb)
        lab.expect_whole_files(folder, verb, complete=True)
        if left := leftovers(home / "a"):
            raise Problem(f"left over: {left[0]}")
    return said(verb, f"seeds {seeds}")


# With how often each is drawn.
KINDS = {streams: 3, printing_controllers: 1, same_outputs: 2, planted_links: 2, devices: 3, places: 2, limits: 3,
         options: 2, option_values: 3, contact_numbers: 3, names: 1, universal_files: 1, fmus: 2, archives: 3,
         damaged_folders: 3, kills: 3, continued_runs: 1, full_disks: 4, shared_folders: 1,
         served_kills: 1, strange_projects: 0.5, deep_values: 1, dask_kills: 0.3, encodings: 2, file_names: 2, environments: 2}
WITH_FAULTS = (full_disks, shared_folders)

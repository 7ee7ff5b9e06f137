#!/usr/bin/env python3
"""Every option of every verb: it changes something, or it is refused, or a line here says why not.

  options_test.py EXECUTABLE SOURCE_FOLDER

The options are those that the program itself tells shells to complete. Each is tried with the command of its verb and
beside other options; a trial compares what is printed and written with and without it.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# Options of all verbs.
COMMON = {"help": "prints the help", "quiet": "prints less", "force": "overwrites files that exist, if there are any"}
SHARED = "tests/integration/study_sharing_test.cpp"  # of studies that are shared among processes
WITHOUT = re.compile(r"^(?:\S+: )?(--[\w-]+|-o): (?:has no effect|is for|is not for|is given|cannot|needs|does not|and --|goes)", re.M)


class Verb:
    """`options`: of each the lists of words that give it, and those that it is tried beside; or a text that says why it
    is not tried, with the test that does."""

    def __init__(self, command, **options):
        self.command, self.options = command, {name.replace("_", "-"): trials for name, trials in options.items()}


def trial(*option, beside=()):
    return list(option), list(beside)


def verbs(models):
    case, wear = f"{models}/cases/wheelset_r500.toml", f"{models}/wear/usfd_r8t.toml"
    coach, bogies = f"{models}/vehicles/metro_coach.toml", f"{models}/cases/manchester_r500.toml"
    short = ["--set", "integration.duration=0.01"]
    law = ["--law", wear]
    where = ["--test", "sway"]

    def beside_tests(*option, tests):
        """In the tests that use it, the first of which is run; and in the others, which refuse it."""
        names = ["twist", "sway", "turning", "curving", "wind", "envelope"]
        air = {"wind": ["--coefficients", f"{models}/quasistatic/coach_coefficients.csv"],
               "envelope": ["--contour", f"{models}/quasistatic/coach_contour.csv"]}
        few = {"curving": ["--radii", "400", "--deficiencies", "0"]}
        effective = tests[0]
        use = [trial(*option, beside=["--test", effective, *air.get(effective, []),
                                      *(few.get(effective, []) if option[0] == "--cant" else [])])]
        return use + [trial(*option, beside=["--test", name]) for name in names if name not in tests]

    to_file = "names a file; tests/integration/cli_test.cpp"
    killed = "needs a run that was stopped; tests/integration/continue_verb_test.cpp"
    time = "changes the time that is needed only"
    return {
        "new": Verb(["new", "project"], json=[trial("--json")], template=[trial("--template", "tram")]),
        "serve": Verb(["serve", "missing"], json="tests/workbench/serve_test.py", port="tests/workbench/serve_test.py"),
        "run": Verb(["run", case, *short, "-o", "run.h5"], set=[trial("--set", "speed=40")], json=[trial("--json")],
                    output=to_file, checkpoint=killed, cross_check=[trial("--cross-check")], **{"continue": killed},
                    sensitivities=[trial("--sensitivities", "speed"),
                                   trial("--sensitivities", "speed", beside=["--continue"])],
                    jobs=[trial("--jobs", "2")]),
        "cosim": Verb(["cosim", case], set="as of run", json="as of run", output="as of run", checkpoint="as of run",
                      side="tests/integration/cosim_verb_test.cpp",
                      exchange=[trial("--exchange", "folder")], wait="tests/integration/cosim_verb_test.cpp",
                      **{"continue": "as of run"}),
        "study": Verb(["study", "study.toml", "--list"], set=[trial("--set", "case.speed=11")], json=SHARED,
                      output=[trial("-o", "elsewhere")], jobs=time, worker=SHARED,
                      lease=[trial("--lease", "3"), trial("--lease", "3", beside=["--status"])], on=SHARED,
                      status=SHARED, cancel=SHARED, shard=SHARED, run=SHARED, list=SHARED, collect=SHARED),
        "optimise": Verb(["optimise", "missing.toml"], set="as of study", json="as of study", output="as of study",
                         jobs=time, ask="tests/integration/ask_tell_test.cpp",
                         tell="tests/integration/ask_tell_test.cpp", worker=SHARED,
                         lease=[trial("--lease", "3"), trial("--lease", "3", beside=["--ask", "1"])], on=SHARED,
                         status=SHARED, cancel=SHARED),
        "wear": Verb(["wear", case, *short, *law], set=[trial("--set", "speed=40")], output=[trial("-o", "a.csv")],
                     json=[trial("--json")], law=[trial("--law", f"{models}/wear/archard_kth.toml")],
                     elements=[trial("--elements", "8")], yield_in_shear=[trial("--yield-in-shear", "1e6")],
                     hydrostatic_factor=[trial("--hydrostatic-factor", "1")], map=[trial("--map", "a.svg")],
                     fatigue_map=[trial("--fatigue-map", "a.svg")], plot=[trial("--plot", "a.svg")]),
        "evolve": Verb(["evolve", "missing.toml"], set="as of study", json="as of study", output="as of study", jobs=time),
        "check": Verb(["check", case], set=[trial("--set", "vehicle.wheelsets[0].mass=9000")], output=[trial("-o", "a.html")],
                      json=[trial("--json")], kind=[trial("--kind", "rail")]),
        "modes": Verb(["modes", case], set=[trial("--set", "speed=40")], output=[trial("-o", "a.csv")],
                      json=[trial("--json")], without_dampers="needs a vehicle with dampers; tests/integration/stability_verb_test.cpp",
                      steady=[trial("--steady", "--set", "initial.s=1")], all=[trial("--all")],
                      plot=[trial("--plot", "a.svg")], mode=[trial("--mode", "1")],
                      sensitivities=[trial("--sensitivities", "speed")]),
        "identify": Verb(["identify", case, "twin.csv", *short, "--parameter", "speed=10:8:14", "--noise", "wheelset.y=1e-3"],
                         set="has little effect in so short a run; tests/integration/identify_verb_test.cpp",
                         output=[trial("-o", "a.html")],
                         json=[trial("--json")], parameter=[trial("--parameter", "contact.friction.coefficient=0.2:0.1:0.5")],
                         noise=[trial("--noise", "wheelset.yaw=1e-3")], prior=[trial("--prior", "speed=11:0.1")],
                         iterations="changes nothing where the search converges before; tests/integration/identify_verb_test.cpp",
                         jobs=time),
        "element": Verb(["element", coach, "--name", "air_spring_front_left"],
                        set="as of view", json=[trial("--json")],
                        name=[trial("--name", "air_spring_front_right")], direction=[trial("--direction", "y")],
                        frequencies=[trial("--frequencies", "3")], amplitude=[trial("--amplitude", "0.01")],
                        frequency=[trial("--frequency", "2"), trial("--frequency", "2", beside=["--amplitude", "0.01"])],
                        shape=[trial("--shape", "triangle"), trial("--shape", "triangle", beside=["--amplitude", "0.01"])],
                        method=[trial("--method", "rk4"), trial("--method", "rk4", beside=["--amplitude", "0.01"])],
                        steps=[trial("--steps", "64"), trial("--steps", "64", beside=["--amplitude", "0.01"])],
                        cycles=[trial("--cycles", "5"), trial("--cycles", "5", beside=["--amplitude", "0.01"])]),
        "stability": Verb(["stability", case, "--from", "20", "--to", "30", "--speeds", "3", "--branches", "0"],
                          set=[trial("--set", "contact.friction.coefficient=0.1", beside=["--json"])],
                          output=[trial("-o", "a.html")], json=[trial("--json")],
                          **{"from": [trial("--from", "25", beside=["--json"])]}, to=[trial("--to", "35")],
                          speeds=[trial("--speeds", "4", beside=["--json"]), trial("--speeds", "4", beside=["--ramp"])],
                          branches=[trial("--branches", "1", beside=["--ramp"])],
                          intervals=[trial("--intervals", "20", beside=["--ramp"])],
                          max_intervals=[trial("--max-intervals", "100", beside=["--over", "speed=20:30:2"])],
                          tolerance=[trial("--tolerance", "0.1", beside=["--ramp"])],
                          ramp="tests/integration/stability_verb_test.cpp", rate=[trial("--rate", "1")],
                          **{name: "needs runs in time; tests/integration/stability_verb_test.cpp"
                             for name in ("disturbance", "evaluations", "no-runs", "run-time")},
                          sensitivities="has no effect without a critical speed; tests/integration/identify_verb_test.cpp",
                          over="tests/integration/stability_verb_test.cpp"),
        "response": Verb(["response", bogies, "--frequencies", "5"], set=[trial("--set", "speed=11")],
                         output=[trial("-o", "a.html")], json=[trial("--json")], **{"from": [trial("--from", "0.5")]},
                         to=[trial("--to", "10")], frequencies=[trial("--frequencies", "6")],
                         channel=[trial("--channel", "carbody.y")], point=[trial("--point", "carbody:0,1,0")],
                         sensitivities=[trial("--sensitivities", "speed")],
                         spectrum=[trial("--spectrum", "erri_b176_low")],
                         min_wavelength=[trial("--min-wavelength", "4"),
                                         trial("--min-wavelength", "4", beside=["--spectrum", "erri_b176_low"])],
                         max_wavelength=[trial("--max-wavelength", "40"),
                                         trial("--max-wavelength", "40", beside=["--spectrum", "erri_b176_low"])],
                         csv=[trial("--csv", "a.csv")]),
        "quasistatic": Verb(["quasistatic", bogies, *where], set=[trial("--set", "vehicle.bodies[0].mass=3e4")],
                            output=[trial("-o", "a.html")], json=[trial("--json")],
                            test=[trial("--test", "turning")],
                            body_twist=beside_tests("--body-twist", "1", tests=["twist"])[1:],
                            bogie_twist=beside_tests("--bogie-twist", "1", tests=["twist"])[1:],
                            cant=beside_tests("--cant", "0.05", tests=["sway", "curving", "envelope"]),
                            radii=beside_tests("--radii", "500", tests=["curving", "envelope"])[1:],
                            deficiencies=beside_tests("--deficiencies", "0.02", tests=["curving", "envelope"])[1:],
                            angle=beside_tests("--angle", "0.02", tests=["turning"]),
                            rate=beside_tests("--rate", "0.02", tests=["turning"]),
                            coefficients=beside_tests("--coefficients", "a.csv", tests=["wind"])[1:],
                            speeds=beside_tests("--speeds", "25", tests=["wind"])[1:],
                            gust=beside_tests("--gust", tests=["wind"])[1:],
                            vehicle_length=beside_tests("--vehicle-length", "20", tests=["none"])[1:],
                            contour=beside_tests("--contour", "a.csv", tests=["envelope"])[1:],
                            reference_contour=beside_tests("--reference-contour", f"{models}/gauges/gb.toml",
                                                           tests=["envelope"]),
                            stations=beside_tests("--stations", "3", tests=["envelope"])[1:],
                            csv=[trial("--csv", "a.csv")]),
        "assess": Verb(["assess", "record.csv", "--rule", "en14363"], output=[trial("-o", "a.html")], json=[trial("--json")],
                       rule=[trial("--rule", "fra213")],
                       axle_load=[trial("--axle-load", "1e5"), trial("--axle-load", "1e5", beside=["--rule", "en12299"])],
                       cant_deficiency=[trial("--cant-deficiency", "0.1", beside=["--rule", "sperling"]),
                                        trial("--cant-deficiency", "0.1", beside=["--measured", "record.csv"])],
                       # The record of this test has no sections for it to change.
                       admissible_speed=[trial("--admissible-speed", "160", beside=["--rule", "iso2631"])],
                       bogie_mass=[trial("--bogie-mass", "2000", beside=["--rule", "iso2631"])],
                       point="tests/integration/assess_verb_test.cpp", measured="tests/integration/assess_verb_test.cpp",
                       shift=[trial("--shift", "3")]),
        "acceptance": Verb(["acceptance", f"{models}/vehicles/manchester.toml", "--speed", "120", "--deficiency", "0.1",
                            "--set", "contact.method=kec", "--list"], json=[trial("--json")],
                           set="tests/integration/acceptance_verb_test.cpp", output=[trial("-o", "folder")],
                           speed=[trial("--speed", "140")], deficiency=[trial("--deficiency", "0.12")],
                           rule=[trial("--rule", "fra213")], sections=[trial("--sections", "40"), trial("--sections", "20")],
                           cant=[trial("--cant", "0.1")], friction=[trial("--friction", "0.3,0.4")],
                           wheels=[trial("--wheels", "s1002", "--wheels", "cone_1_40")],
                           list="tests/integration/acceptance_verb_test.cpp", jobs=[trial("--jobs", "1")],
                           **{name: "changes the runs only; tests/integration/acceptance_verb_test.cpp" for name in
                              ("rail", "inclination", "gauge", "quality", "scale", "seed")},
                           **{name: [trial(f"--{name}", value)] for name, value in
                              (("floor-height", "1.3"), ("track-limits", f"{models}/track_quality/en14363_tl90.toml"))}),
        "profile": Verb(["profile", "rail.csv", "--kind", "rail"], output=[trial("-o", "a.csv")], json=[trial("--json")],
                        plot=[trial("--plot", "a.svg")], list=[trial("--list")],
                        kind="the content of most files tells it; src/flangeway/profile/test/read_test.cpp", smoothing=[trial("--smoothing", "5")],
                        diameter=[trial("--diameter", "0.9")]),
        "track": Verb(["track", f"{models}/tracks/flexible_r500.toml"], set=[trial("--set", "name=x")],
                      output=[trial("-o", "a.csv")], json=[trial("--json")], plot=[trial("--plot", "a.svg")],
                      alignment=[trial("--alignment", "a")], cant_unit=[trial("--cant-unit", "m")],
                      limits=[trial("--limits", f"{models}/line_limits/ebo_main.toml"),
                              trial("--limits", f"{models}/line_limits/ebo_main.toml", "--speed", "80"),
                              trial("--limits", f"{models}/line_limits/ebo_main.toml", "--speed", "80", beside=["--receptance", "10"])],
                      speed=[trial("--speed", "80")], receptance=[trial("--receptance", "10")]),
        "recording": Verb(["recording", f"{models}/measured/track_geometry.csv", "--gaps", "split"],
                          output=[trial("-o", "a.csv")], json=[trial("--json")], plot=[trial("--plot", "a.svg")],
                          gaps=[trial("--gaps", "refuse")], spectra=[trial("--spectra")],
                          segment=[trial("--segment", "40"), trial("--segment", "40", beside=["--spectra"])],
                          section=[trial("--section", "100"), trial("--section", "100", beside=["--spectra"])],
                          limits=[trial("--limits", f"{models}/track_quality/en13848_5.toml", beside=["--spectra"]),
                                  trial("--limits", f"{models}/track_quality/en13848_5.toml", "--speed", "100")],
                          speed=[trial("--speed", "100")],
                          chord=[trial("--chord", "5", "5")],
                          chord_noise=[trial("--chord-noise", "0.1"), trial("--chord-noise", "0.1", beside=["--chord", "5", "5"])],
                          compare=[trial("--compare", f"{models}/measured/track_geometry.csv")],
                          reach=[trial("--reach", "3")],
                          **{name: "tests/integration/recording_verb_test.cpp"
                             for name in ("nominal-gauge", "twist-base", "unit", "sides")}),
        "archive": Verb(["archive", "run.h5", "-o", "run.zip"],
                        **{name: "needs a result; tests/integration/archive_verb_test.cpp" for name in ("output", "json")}),
        "reproduce": Verb(["reproduce", "run.zip"], json="needs an archive; tests/integration/archive_verb_test.cpp"),
        "cite": Verb(["cite"], json=[trial("--json")]),
        "migrate": Verb(["migrate", "study.toml"], json=[trial("--json")]),
        "geometry": Verb(["geometry", case, "--step", "2"], set=[trial("--set", "profiles.rail=uic60")],
                         json=[trial("--json")], gauge=[trial("--gauge", "3")], step=[trial("--step", "1", beside=["--json"])],
                         compare=[trial("--compare", "--gauge", "0")], plot=[trial("--plot", "a.svg")]),
        "contact": Verb(["contact", f"{models}/contact/sphere.toml"], set=[trial("--set", "patch.normal_force=4e4")],
                        output=[trial("-o", "a.h5")], json=[trial("--json")], plot=[trial("--plot", "pictures")],
                        law=[trial("--law", wear)], threads=time,
                        contact_files="needs a deck; src/flangeway/contact_case/test/program_files_test.cpp"),
        "patch": Verb(["patch", "missing.h5", "--wheel", "w.left", "--at", "1", "-o", "folder"],
                      **{name: "tests/integration/patch_verb_test.cpp"
                         for name in ("output", "json", "wheel", "at", "all_wheels", "every", "threads")}),
        "creep": Verb(["creep", "--survey", "2"], output=[trial("-o", "a.txt")], json=[trial("--json")],
                      survey=[trial("--survey", "3")], seed=[trial("--seed", "2")],
                      solutions=[trial("--solutions", "20")], threads=time),
        "conicity": Verb(["conicity", "--wheel", "s1002", "--rail", "60e1", "--amplitude", "3"], json=[trial("--json")],
                         wheel=[trial("--wheel", "cone_1_40")], rail=[trial("--rail", "54e1")],
                         gauge=[trial("--gauge", "1.43")], tape_circle=[trial("--tape-circle", "1.51")],
                         radius=[trial("--radius", "0.4")], inclination=[trial("--inclination", "1:20")],
                         amplitude=[trial("--amplitude", "4")], smoothing=[trial("--smoothing", "5")],
                         origin="is for the files of profiles; tests/integration/conicity_verb_test.cpp", roll=[trial("--roll")], plot=[trial("--plot", "a.svg")],
                         speed=[trial("--speed", "200")]),
        "codegen": Verb(["codegen", f"{models}/symbolic/four_bar.toml", "-o", "folder"], set=[trial("--set", "name=x")],
                        output=[trial("-o", "elsewhere")], json=[trial("--json")], target=[trial("--target", "fmu"), trial("--target", "matlab")],
                        inputs="is for cases; tests/integration/codegen_verb_test.cpp",
                        parameters="is for cases; src/flangeway/case_codegen/test/case_codegen_test.cpp"),
        "export": Verb(["export", "made.h5", "-o", "made.csv"], output=[trial("-o", "made.nc")],
                       json=[trial("--json")], channel=[trial("--channel", "*.y")],
                       **{"from": [trial("--from", "0.005")]}, to=[trial("--to", "0.005")],
                       distance=[trial("--distance"), trial("--distance", beside=["--to", "0.005"])],
                       chainage=[trial("--chainage"), trial("--chainage", beside=["--to", "0.005"])],
                       every=[trial("--every", "2")], patch=[trial("--patch", "case_00001/patch_1")]),
        "import": Verb(["import", "model.json", "-o", "folder", "--back-to-back", "1.36"],
                       **{name: "needs a model of another program; tests/integration/import_verb_test.cpp"
                          for name in ("output", "json", "back-to-back", "wheel-profile", "wheel-radius")}),
        "results": Verb(["results", "made.h5"], output=[trial("-o", "a.csv")], json=[trial("--json")],
                        list=[trial("--list", beside=["--summary"])], channel=[trial("--channel", "*.y")],
                        plot=[trial("--plot", "a.svg"), trial("--plot", "a.svg", beside=["--channel", "*.y"])],
                        csv=[trial("--csv")],
                        **{"from": [trial("--from", "0.005"), trial("--from", "0.005", beside=["--channel", "*.y"]),
                                    trial("--from", "0.005", beside=["--summary"])]},
                        to=[trial("--to", "0.005"), trial("--to", "0.005", beside=["--csv"])],
                        distance=[trial("--distance"), trial("--distance", beside=["--channel", "*.y"]),
                                  trial("--distance", beside=["--channel", "*.y", "--to", "0.005"])],
                        chainage=[trial("--chainage"), trial("--chainage", beside=["--channel", "*.y"]),
                                  trial("--chainage", beside=["--channel", "*.y", "--to", "0.005"])],
                        every=[trial("--every", "2"), trial("--every", "2", beside=["--csv"])],
                        summary=[trial("--summary")]),
        "report": Verb(["report", "made.h5", "-o", "page.html"], output=[trial("-o", "other.html")], json=[trial("--json")],
                       layout=[trial("--layout", "y.plots.json", beside=["-o", "page.pdf"])]),
        "view": Verb(["view", "made.h5", "-o", "page.html"], set=[trial("--set", "speed=11")],
                     output=[trial("-o", "other.html")], json=[trial("--json")]),
        "explain": Verb(["explain", "contact.method"], json=[trial("--json"), trial("--json", beside=["--words", "case"])],
                        page=[trial("--page", "case")], words=[trial("--words", "case"), trial("--words", "case", beside=["--page", "case"])]),
        "completion": Verb(["completion", "bash"], json=[trial("--json")]),
    }


def keys_without_effect(models):
    """Commands with a key that has no effect, and the key; and commands in which it has one."""
    case = f"{models}/cases/wheelset_r500.toml"
    keys = {"contact.kec.points": (501, "kec"), "contact.kec.load_transition_length": (1e-3, "kec"),
            "contact.kec.linear_roll": ("true", "kec"), "contact.kec.irregularity_accelerations": ("false", "kec"),
            "contact.kec.conicity": (0.05, "kec"),
            "contact.kec.geometry": ("points", "kec"), "contact.lookup.geometry": ("points", "lut"),
            "contact.lookup.lateral_points": (101, "lut"), "contact.lookup.flange_stiffness": (1e9, "lut"),
            "contact.lookup.rotated_axes": ("false", "lut"), "contact.lookup.linear_gauge": ("true", "lut"),
            "contact.lookup.longitudinal_terms": ("false", "lut"),
            "contact.elastic.restitution": (0.9, "elastic"), "contact.elastic.max_step": (2e-4, "elastic"),
            "contact.patch_tolerance": (0.01, ""), "contact.patch_threads": (2, ""), "contact.element_size": (1e-3, "")}
    for key, (value, user) in keys.items():
        for method in ("kec", "lut", "elastic"):
            command = ["--set", f"contact.method={method}", "--set", f"{key}={value}"]
            yield ["modes", case, *command], key, method == user
    for method in ("abm4", "rk4", "dormand_prince", "bdf", "ndf"):
        command = ["--set", f"integration.method={method}", "--set", "integration.error_norm=maximum"]
        yield ["modes", case, *command], "integration.error_norm", method in ("dormand_prince", "bdf", "ndf")
    for key in ("coupling.reach", "coupling.tolerance"):
        yield ["modes", case, "--set", f"{key}=0.2e1" if "reach" in key else f"{key}=0.1"], key, False
    yield ["track", f"{models}/tracks/curve_r500.toml", "--set", "irregularities.fade=5"], "irregularities.fade", False
    yield (["track", f"{models}/tracks/curve_r500_irregular.toml", "--set", "irregularities.fade=5"],
           "irregularities.fade", True)


def try_keys(executable, models, home):
    failures = []
    for command, key, has_effect in keys_without_effect(models):
        code, _, _, errors = effects(executable, command, home)
        refused = code == 2 and f"{key}: has no effect" in errors
        if refused == has_effect or code not in (0, 2):
            failures.append(f"{' '.join(command)}: exit code {code}, {errors[:300]}")
    return failures


def options_of_the_program(executable):
    """{verb: its long options}, as shells complete them."""
    text = subprocess.run([executable, "completion", "fish"], capture_output=True, text=True, check=True).stdout
    found = {}
    for verb, rest in re.findall(r"__fish_seen_subcommand_from (\w+)' (.*)", text):
        found.setdefault(verb, set()).update(re.findall(r"-l ([\w-]+)", rest))
    for verb in re.findall(r"__fish_use_subcommand -f -a (\w+)", text):
        found.setdefault(verb, set())
    return found


def effects(executable, words, home):
    """Exit code, what is printed, and what is written."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(home, folder, dirs_exist_ok=True)
        before = {path.relative_to(folder) for path in pathlib.Path(folder).rglob("*")}
        run = subprocess.run([executable, *words], cwd=folder, capture_output=True, text=True, timeout=60)
        # Results and pages contain the command line.
        written = {str(path.relative_to(folder)): path.read_bytes() if path.suffix not in (".h5", ".html") else b""
                   for path in sorted(pathlib.Path(folder).rglob("*"))
                   if path.is_file() and path.relative_to(folder) not in before}
        printed = re.sub(r'wall time [^\n]*|"(?:wall_time|seconds|real_time_factor)"[^\n]*', "", run.stdout)
        return run.returncode, printed, written, run.stderr


def without(words, option):
    """The command without what an option gives anew, which it would give twice."""
    words, option = list(words), list(option)
    for name in [word for word in option if word.startswith("-")]:
        if name in words and name != "--set":
            at = words.index(name)
            end = at + 1
            while end < len(words) and not words[end].startswith("--") and end - at < 2:
                end += 1
            del words[at:end]
    return words


known = {}  # effects of commands


def problem(executable, verb, option, beside, home):
    base = without(verb.command, beside) + beside
    given = without(base, option) + option
    code, out, files, errors = effects(executable, given, home)
    if code not in (0, 2, 3):
        return f"exit code {code}: {errors[-300:]}"
    if code == 2:
        names = [word.split()[0] for word in option if word.startswith("-")]
        said = any(name in errors or name == "-o" and "--output" in errors for name in names)
        return "" if said else f"is refused without its name: {errors[:300]}"
    if tuple(base) not in known:
        known[tuple(base)] = effects(executable, base, home)
    same = known[tuple(base)][:3] == (code, out, files)
    return "changes nothing and is not refused" if same else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("executable", type=os.path.abspath)
    parser.add_argument("source", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--verb", help="only this one")
    arguments = parser.parse_args()
    table, there = verbs(arguments.source / "models"), options_of_the_program(arguments.executable)
    failures = [f"{verb}: is not in the table of this test" for verb in there.keys() - table.keys()]
    trials = 0
    with tempfile.TemporaryDirectory() as home:
        home = pathlib.Path(home)
        make_inputs(arguments.executable, arguments.source, home)
        for name, verb in table.items():
            if arguments.verb not in (None, name):
                continue
            for option in sorted(there[name] ^ (verb.options.keys() | COMMON.keys())):
                failures.append(f"{name} --{option}: is not in the table of this test, or no option of the program")
            for option, tries in verb.options.items():
                for words, beside in [] if isinstance(tries, str) else tries:
                    trials += 1
                    wrong = problem(arguments.executable, verb, words, beside, home)
                    if wrong:
                        failures.append(f"{' '.join(verb.command + beside)} with {' '.join(words)}: {wrong}")
        if arguments.verb is None:
            failures += try_keys(arguments.executable, arguments.source / "models", home)
    print("\n".join(failures))
    print(f"{trials} trials, {len(failures)} failures")
    return 1 if failures else 0


def make_inputs(executable, source, home):
    subprocess.run([executable, "run", str(source / "models/cases/wheelset_r500.toml"), "--set", "integration.duration=0.02",
                    "--set", "output.interval=0.001", "-o", "made.h5", "--quiet"], cwd=home, check=True)
    (home / "twin.csv").write_text("t [s],wheelset.y [m],wheelset.yaw [rad]\n" + "".join(
        f"{i / 1000:.3f},{1e-4 * (1 + i)},{1e-4 * i}\n" for i in range(10)))
    (home / "y.plots.json").write_text('{"results": ["made.h5"], "channels": ["wheelset.y"]}')
    (home / "study.toml").write_text(
        f'name = "two"\ncase = "{source}/models/cases/wheelset_r500.toml"\nset = {{ integration.duration = 0.005 }}\n'
        'record = ["wheelset.y"]\n[[axes]]\nname = "step"\nkey = "integration.step"\nvalues = [1e-3, 5e-4]\n')
    subprocess.run([executable, "profile", "60e1", "-o", "rail.csv", "--quiet"], cwd=home, check=True, stdout=subprocess.DEVNULL)
    rows = "".join(f"{i / 200:.3f},{i / 10:.1f},{5e4 + 3e3 * ((i * 7919) % 13)},{5e4},{1e3 * (i % 7)},{-500}\n"
                   for i in range(2000))
    (home / "record.csv").write_text("t [s],distance [m],w.left.Q [N],w.right.Q [N],w.left.Y [N],w.right.Y [N]\n" + rows)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Signals of universal files and MATLAB files as CSV tables: measurement_table_test.py SCRIPT FLANGEWAY

Files are made here byte by byte. Where scipy and h5py are installed, files that they write are read, too.
"""
import csv
import importlib.machinery
import importlib.util
import math
import random
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

FLANGEWAY = sys.argv.pop()
SCRIPT = sys.argv.pop()
sys.dont_write_bytecode = True
LOADER = importlib.machinery.SourceFileLoader("measurement_table", SCRIPT)
MODULE = importlib.util.module_from_spec(importlib.util.spec_from_loader("measurement_table", LOADER))
LOADER.exec_module(MODULE)
RATE, COUNT = 256, 3000
WAVE = [0.3 * math.sin(2 * math.pi * 1.3 * i / RATE) for i in range(COUNT)]


def uff(values, *, node=7, direction=3, unit="m/s^2", function=1, closed=True, step=1 / RATE, times=None):
    """A dataset 58 of real double numbers."""
    head = ["NONE"] * 5
    head.append(f"{function:5d}{0:10d}{1:5d}{0:10d} {'FLOOR':10s}{node:10d}{direction:4d} {'NONE':10s}{0:10d}{0:4d}")
    head.append(f"{4:10d}{len(values):10d}{0 if times else 1:10d}{0:13.5E}{step:13.5E}{0:13.5E}")
    head.append(f"{17:10d}{0:5d}{0:5d}{0:5d} {'Time':20s} {'s':20s}")
    head.append(f"{12:10d}{0:5d}{0:5d}{0:5d} {'Acceleration':20s} {unit:20s}")
    head += [f"{0:10d}{0:5d}{0:5d}{0:5d} {'NONE':20s} {'NONE':20s}"] * 2
    if times:
        cells = [f"{t:13.5E}{value:20.11E}" for t, value in zip(times, values)]
        body = ["".join(cells[i:i + 2]) for i in range(0, len(cells), 2)]
    else:
        cells = [f"{value:20.11E}" for value in values]
        body = ["".join(cells[i:i + 4]) for i in range(0, len(cells), 4)]
    return "\n".join(["    -1", "    58", *head, *body] + (["    -1"] if closed else [])) + "\n"


def element(kind, data):
    return struct.pack("<II", kind, len(data)) + data + b"\0" * (-len(data) % 8)


def mat5(*matrices, compressed=False):
    """Each is a name, a class, rows, columns and numbers."""
    data = b"MATLAB 5.0 MAT-file".ljust(124) + struct.pack("<H", 0x0100) + b"IM"
    for name, kind, rows, columns, numbers in matrices:
        body = element(6, struct.pack("<II", kind, 0)) + element(5, struct.pack("<ii", rows, columns)) + \
            element(1, name.encode()) + element(9, struct.pack(f"<{len(numbers)}d", *numbers))
        whole = element(14, body)
        if compressed:
            packed = zlib.compress(whole)
            whole = struct.pack("<II", 15, len(packed)) + packed
        data += whole
    return data


def mat4(*matrices, end="<", form=0):
    """Each is a name, rows, columns and numbers."""
    data = b""
    for name, rows, columns, numbers in matrices:
        data += struct.pack(end + "iiiii", (1000 if end == ">" else 0) + 10 * form, rows, columns, 0, len(name) + 1)
        data += name.encode() + b"\0" + struct.pack(f"{end}{len(numbers)}{'dfihHB'[form]}", *numbers)
    return data


def wav(samples, *, tag=1, bits=16, channels=1, extensible=False, long_form=False):
    """`samples` are the bytes of all channels in turn."""
    block = channels * bits // 8
    head = struct.pack("<HHIIHH", 0xFFFE if extensible else tag, channels, RATE, RATE * block, block, bits)
    if extensible:
        head += struct.pack("<HHIH", 22, bits, 0, tag) + bytes.fromhex("000000001000800000aa00389b71")
    start = b"ds64" + struct.pack("<IQQQI", 28, 0, len(samples), 0, 0) if long_form else b""
    start += b"LIST" + struct.pack("<I", 3) + b"abc\0"  # a part of odd size
    size = 0xFFFFFFFF if long_form else len(samples)
    body = b"WAVE" + start + b"fmt " + struct.pack("<I", len(head)) + head + b"data" + struct.pack("<I", size) + samples
    return (b"RF64" + b"\xff" * 4 if long_form else b"RIFF" + struct.pack("<I", len(body))) + body


def tdms_text(text, end):
    return struct.pack(end + "I", len(text.encode())) + text.encode()


def tdms_segment(objects, raw, *, end="<", mask=14, unfinished=False):
    """Objects are a path, a raw data index as bytes and properties: texts or floating-point numbers."""
    meta = struct.pack(end + "I", len(objects))
    for path, index, given in objects:
        meta += tdms_text(path, end) + index + struct.pack(end + "I", len(given))
        for name, value in given.items():
            meta += tdms_text(name, end)
            meta += struct.pack(end + "I", 0x20) + tdms_text(value, end) if isinstance(value, str) else \
                struct.pack(end + "Id", 10, value)
    size = 0xFFFFFFFFFFFFFFFF if unfinished else len(meta) + len(raw)
    return b"TDSm" + struct.pack("<I", mask | (0x40 if end == ">" else 0)) + \
        struct.pack(end + "IQQ", 4713, size, len(meta)) + meta + raw


def tdms_index(kind, count, end="<"):
    return struct.pack(end + "IIIQ", 20, kind, 1, count)


def tdms(values, *, end="<", interleaved=False):
    """Two channels in two segments; the second one describes nothing anew."""
    names = ("/'bogie'/'ay'", "/'bogie'/'driver''s seat'")
    given = {"unit_string": "m/s^2", "wf_increment": 1 / RATE}
    half = len(values) // 2
    objects = [("/", struct.pack(end + "I", 0xFFFFFFFF), {"name": "run"}),
               *((name, tdms_index(10, half, end), given) for name in names)]
    parts = []
    for part in (values[:half], values[half:]):
        pair = [one for value in part for one in (value, -value)] if interleaved else [*part, *(-one for one in part)]
        parts.append(struct.pack(f"{end}{len(pair)}d", *pair))
    mask = 14 | (0x20 if interleaved else 0)
    return tdms_segment(objects, parts[0], end=end, mask=mask) + \
        tdms_segment([], parts[1], end=end, mask=mask & ~(2 | 4))


class Mdf:
    """A file of MDF 4, block by block; a block is written after those that it links to."""

    def __init__(self):
        self.data = bytearray(b"MDF     4.10    " + bytes(48) + bytes(104))

    def block(self, kind, links, content):
        address = len(self.data)
        block = struct.pack("<4s4xQQ", kind, 24 + 8 * len(links) + len(content), len(links)) + \
            struct.pack(f"<{len(links)}Q", *links) + content
        self.data += block + bytes(-len(block) % 8)
        return address

    def text(self, text):
        return self.block(b"##TX", [], text.encode() + b"\0")

    def channel(self, following, name, unit, kind, number, at, bits, conversion=0):
        content = struct.pack("<BBBBIII", kind, 1 if kind == 2 else 0, number, 0, at, bits, 0) + bytes(56)
        return self.block(b"##CN", [following, 0, self.text(name), 0, conversion, 0, self.text(unit), 0], content)

    def finish(self, channels, count, width, records):
        group = self.block(b"##CG", [0, channels, 0, 0, 0, 0], struct.pack("<QQHH4xII", 0, count, 0, 0, width, 0))
        first = self.block(b"##DG", [0, group, records, 0], bytes(8))
        self.data[64:64 + 24] = struct.pack("<4s4xQQ", b"##HD", 104, 6)
        self.data[88:88 + 48] = struct.pack("<6Q", first, 0, 0, 0, 0, 0)
        return bytes(self.data)


def mdf(values, packed=None):
    """Times and accelerations as floating-point numbers, and a whole number in 12 of 16 bits with a scale."""
    file, rows = Mdf(), b""
    for i, value in enumerate(values):
        rows += struct.pack("<ddH", i / RATE, value, (i % 4096) << 4)
    width = 18
    scale = file.block(b"##CC", [0, file.text("kN"), 0, 0], struct.pack("<BBHHHdddd", 1, 0, 0, 0, 2, 0, 0, -5, 0.5))
    third = file.channel(0, "Q", "", 0, 0, 0, 0)
    file.data[third + 24 + 64 + 3] = 4  # its first bit
    struct.pack_into("<II", file.data, third + 24 + 64 + 4, 16, 12)
    struct.pack_into("<Q", file.data, third + 24 + 32, scale)
    second = file.channel(third, "ay", "m/s^2", 0, 4, 8, 64)
    channels = file.channel(second, "time", "s", 2, 4, 0, 64)
    if packed is None:
        records = file.block(b"##DT", [], rows)
    else:
        turned = rows if packed == 0 else b"".join(rows[column::width] for column in range(width))
        small = zlib.compress(turned)
        one = file.block(b"##DZ", [], b"DT" + struct.pack("<BxIQQ", packed, width, len(rows), len(small)) + small)
        records = file.block(b"##HL", [file.block(b"##DL", [0, one], bytes(16))], bytes(8))
    return file.finish(channels, len(values), width, records)


def mutated(data, draw):
    """With one to three bytes, pieces or lines changed."""
    for _ in range(draw.randrange(1, 4)):
        at, kind = draw.randrange(len(data)), draw.randrange(5)
        if kind == 0:
            data[at] ^= 1 << draw.randrange(8)
        elif kind == 1:
            data[at:at + 4] = draw.choice([b"\xff\xff\xff\xff", b"9999", b"nan ", b"-1\n", b"\0\0\0\x80", b""])
        elif kind == 2:
            del data[at:at + draw.randrange(1, 40)]
        elif kind == 3:
            data[at:at] = data[draw.randrange(len(data)):][:draw.randrange(1, 40)]
        elif len(data) > 200:
            del data[draw.randrange(150, len(data)):]
    return bytes(data)


class MeasurementTable(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def run_script(self, path, *options):
        return subprocess.run([sys.executable, SCRIPT, path, "-o", self.folder / "out.csv", *options],
                              capture_output=True, text=True, check=False)

    def table(self, path, *options):
        done = self.run_script(path, "--force", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.folder / "out.csv", encoding="utf-8") as file:
            names, *rows = csv.reader(file)
        return {name: [float(one) for one in column] for name, column in zip(names, zip(*rows))}

    def finding(self, path, *options):
        done = self.run_script(path, *options)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertFalse((self.folder / "out.csv").exists())
        return done.stderr

    def test_universal_file(self):
        text = uff(WAVE) + uff([-one for one in WAVE], direction=-2)
        table = self.table(self.write("a.uff", text.replace("\n", "\r\n")))
        self.assertEqual(list(table), ["t [s]", "FLOOR.7.z [m/s^2]", "FLOOR.7.-y [m/s^2]"])
        self.assertEqual(table["FLOOR.7.z [m/s^2]"], [float(f"{one:.11E}") for one in WAVE])
        self.assertAlmostEqual(table["t [s]"][-1], (COUNT - 1) * 3.90625e-3, places=9)
        uneven = self.table(self.write("b.uff", uff([-1.0, -2.0, -3.0], times=[0, 0.5, 1.5])))
        self.assertEqual(uneven, {"t [s]": [0, 0.5, 1.5], "FLOOR.7.z [m/s^2]": [-1, -2, -3]})

    def test_binary_universal_file(self):
        lines = uff(WAVE).split("\n")
        for order, end in ((1, "<"), (2, ">")):
            head = "\n".join(["    -1", f"    58b{order:6d}{2:6d}{11:12d}{8 * COUNT:12d}", *lines[2:13]]) + "\n"
            data = head.encode() + struct.pack(f"{end}{COUNT}d", *WAVE) + b"\n    -1\n"
            self.assertEqual(self.table(self.write("a.uff", data))["FLOOR.7.z [m/s^2]"], WAVE)

    def test_dialects_of_universal_files(self):
        plain = uff(WAVE)
        same = self.table(self.write("a.uff", plain))
        dialects = {
            "end of a DOS file": plain + "\x1a",
            "filled up": plain + "\0" * 512,
            "Fortran": plain.replace("E+", "D+").replace("E-", "D-"),
            "kind of function not given": uff(WAVE, function=0),
            "milliseconds": uff(WAVE, step=1e3 / RATE).replace(f" {'s':20s}\n", f" {'ms':20s}\n"),
            "lines of Windows": plain.replace("\n", "\r\n")}
        for what, content in dialects.items():
            table = self.table(self.write("a.uff", content))
            self.assertEqual(list(table), list(same), what)
            self.assertEqual(table["FLOOR.7.z [m/s^2]"], same["FLOOR.7.z [m/s^2]"], what)
            for one, other in zip(table["t [s]"], same["t [s]"], strict=True):
                self.assertAlmostEqual(one, other, delta=1e-12, msg=what)
        small = uff([1.0, 2e-101, 3.0]).replace("2.00000000000E-101", "2.000000000000-101")
        self.assertEqual(self.table(self.write("a.uff", small))["FLOOR.7.z [m/s^2]"], [1.0, 2e-101, 3.0])
        for unit, kind in (("Hz", 18), ("m", 8), ("m", 17)):
            other = plain.replace(f"{17:10d}{0:5d}{0:5d}{0:5d} {'Time':20s} {'s':20s}",
                                  f"{kind:10d}{0:5d}{0:5d}{0:5d} {'Other':20s} {unit:20s}")
            (self.folder / "out.csv").unlink(missing_ok=True)
            self.assertIn(f"one of a quantity in '{unit}' and is left out", self.finding(self.write("a.uff", other)))

    def test_functions_of_one_node_are_named_apart(self):
        one, other = uff(WAVE), uff(WAVE[::-1])
        self.assertEqual(list(self.table(self.write("a.uff", one + other))),
                         ["t [s]", "FLOOR.7.z_1 [m/s^2]", "FLOOR.7.z_2 [m/s^2]"])
        named = [text.replace("NONE", title, 1) for text, title in ((one, "seat"), (other, "floor"))]
        table = self.table(self.write("a.uff", "".join(named)))
        self.assertEqual(list(table), ["t [s]", "seat [m/s^2]", "floor [m/s^2]"])

    def test_what_a_universal_file_lacks_is_said(self):
        self.assertIn("has no delimiter -1 where its 5 numbers end",
                      self.finding(self.write("a.uff", uff(WAVE[:5], closed=False) + uff(WAVE[:5])[7:])))
        self.assertIn("ends within a dataset", self.finding(self.write("a.uff", uff(WAVE)[:5000])))
        self.assertIn("has a delimiter after 4 of 5 numbers",
                      self.finding(self.write("a.uff", uff(WAVE[:5]).rsplit("\n", 3)[0] + "\n    -1\n")))
        self.assertIn("FLOOR.8.z has 4 values, FLOOR.7.z 5. Choose signals of one length by --only",
                      self.finding(self.write("a.uff", uff(WAVE[:5]) + uff(WAVE[:4], node=8))))
        self.assertIn("no unit is known of FLOOR.7.z", self.finding(self.write("a.uff", uff(WAVE[:5], unit="NONE"))))
        self.assertIn("has no signal", self.finding(self.write("a.uff", uff(WAVE[:5], function=4))))

    def test_matlab_5(self):
        for compressed in (False, True):
            path = self.write("a.mat", mat5(("acc", 6, COUNT, 2, WAVE + WAVE[::-1]), ("setup", 2, 1, 1, []),
                                            ("time", 6, 1, COUNT, [i / RATE for i in range(COUNT)]),
                                            compressed=compressed))
            table = self.table(path, "--rename", "time=t", "--unit", "acc*=m/s^2", "--unit", "time=s")
            self.assertEqual(list(table), ["acc_1 [m/s^2]", "acc_2 [m/s^2]", "t [s]"])
            self.assertEqual(table["acc_2 [m/s^2]"], WAVE[::-1])
        self.assertIn("no unit is known of acc_1, acc_2, time", self.run_script(path).stderr)
        self.assertIn("setup is a list of structures and is left out", self.run_script(path).stderr)
        self.assertIn("no signal is called t", self.run_script(path, "--unit", "*=1").stderr)
        self.assertIn("--only b fits no signal (allowed acc_1, acc_2, time)", self.run_script(path, "--only", "b").stderr)
        self.assertIn("ends behind the file", self.run_script(self.write("cut.mat", path.read_bytes()[:300])).stderr)

    def test_what_the_program_exports_comes_back(self):
        """A run as MATLAB 5, whose structures are nested, has the numbers of the same run as CSV, digit by digit."""
        case = Path(SCRIPT).resolve().parent.parent / "models/cases/wheelset_r300.toml"
        for arguments in (["run", case, "--set", "integration.duration=0.02", "-o", "run.h5", "--quiet"],
                          ["export", "run.h5", "--channel", "wheelset.*", "-o", "run.mat"],
                          ["export", "run.h5", "--channel", "wheelset.*", "-o", "run.csv"]):
            done = subprocess.run([FLANGEWAY, *arguments], capture_output=True, text=True, check=False, cwd=self.folder)
            self.assertEqual(done.returncode, 0, done.stderr)
        table = self.table(self.folder / "run.mat", "--rename", "data.t=t", "--only", "data.*", "--unit", "*=1")
        with open(self.folder / "run.csv", encoding="utf-8") as file:
            names, *rows = csv.reader(file)
        self.assertGreater(len(names), 10)
        for name, column in zip(names, zip(*rows)):
            key = name.split(" [")[0]
            self.assertEqual(table[f"{key if key == 't' else 'data.' + key} [1]"], [float(one) for one in column], name)

    def test_matlab_4(self):
        for end in "<>":
            path = self.write("a.mat", mat4(("az", 1, 5, WAVE[:5]), ("b", 5, 2, WAVE[:10]), end=end))
            table = self.table(path, "--unit", "*=m/s^2", "--rate", str(RATE))
            self.assertEqual(table["az [m/s^2]"], WAVE[:5])
            self.assertEqual(table["b_2 [m/s^2]"], WAVE[5:10])
        self.assertEqual(self.table(self.write("a.mat", mat4(("n", 3, 1, [-1, 0, 7]), form=3)), "--unit", "n=g",
                                    "--rate", "1")["n [g]"], [-1, 0, 7])
        self.assertIn("az has 1 times 5 numbers, which end behind the file",
                      self.run_script(self.write("a.mat", mat4(("az", 1, 5, WAVE[:4])))).stderr)
        self.assertIn("byte 63: has no matrix of MATLAB 4 there",
                      self.run_script(self.write("a.mat", mat4(("az", 1, 5, WAVE[:5])) + b"text")).stderr)

    def test_wav(self):
        """Each format of samples, against numbers packed here."""
        counts = [-32768, -1, 0, 1, 32767, 256]
        table = self.table(self.write("a.wav", wav(struct.pack("<6h", *counts), channels=2)), "--unit", "*=m/s^2",
                           "--factor", "channel_1=2", "--rename", "channel_1=ax")
        self.assertEqual(table["t [s]"], [0, 1 / RATE, 2 / RATE])
        self.assertEqual(table["ax [m/s^2]"], [2 * one / 32768 for one in counts[0::2]])
        self.assertEqual(table["channel_2 [m/s^2]"], [one / 32768 for one in counts[1::2]])
        for bits, samples, values in ((8, bytes([0, 128, 255]), [-1, 0, 127 / 128]),
                                      (24, b"\x00\x00\x80\xff\xff\xff", [-1, -1 / (1 << 23)]),
                                      (32, struct.pack("<2i", -1 << 31, 1), [-1, 1 / (1 << 31)])):
            self.assertEqual(MODULE.wav_signals(wav(samples, bits=bits))[0][0].values, values)
        for bits, form in ((32, "f"), (64, "d")):
            for options in ({}, {"extensible": True}, {"long_form": True}):
                samples = struct.pack(f"<4{form}", *WAVE[:4])
                path = self.write("a.wav", wav(samples, tag=3, bits=bits, **options))
                self.assertEqual(MODULE.read(path)[0][0].values, list(struct.unpack(f"<4{form}", samples)))
        self.assertIn("no unit is known of channel_1", self.run_script(path).stderr)
        self.assertIn("format 6 with 8 bits", self.run_script(self.write("a.wav", wav(b"abcd", tag=6, bits=8))).stderr)
        self.assertIn("ends behind the file", self.run_script(self.write("a.wav", path.read_bytes()[:-1])).stderr)

    def test_tdms(self):
        for options in ({}, {"interleaved": True}, {"end": ">"}):
            table = self.table(self.write("a.tdms", tdms(WAVE, **options)))
            self.assertEqual(list(table), ["t [s]", "bogie.ay [m/s^2]", "bogie.driver's seat [m/s^2]"])
            self.assertEqual(table["bogie.ay [m/s^2]"], WAVE)
            self.assertEqual(table["bogie.driver's seat [m/s^2]"], [-one for one in WAVE])
            self.assertEqual(table["t [s]"], [i / RATE for i in range(COUNT)])

    def test_tdms_that_is_not_read(self):
        channel = ("/'g'/'a'", tdms_index(10, 2), {"NI_Number_Of_Scales": 1.0, "NI_Scaling_Status": "unscaled"})
        pair = struct.pack("<2d", 1, 2)
        for data, text in ((tdms_segment([channel], pair), "g.a has values before their scale is applied. nptdms"),
                           (tdms_segment([channel], pair, unfinished=True), "a segment is longer than the file"),
                           (tdms_segment([channel], pair[:9]), "holds no whole number of chunks"),
                           (tdms_segment([channel], pair, mask=14 | 0x80), "raw data of a DAQmx device")):
            self.assertIn(text, self.finding(self.write("a.tdms", data)))
        words = ("/'g'/'w'", struct.pack("<IIIQQ", 28, 0x20, 1, 1, 6), {})
        numbers = ("/'g'/'a'", tdms_index(9, 2), {"unit_string": "N"})
        path = self.write("a.tdms", tdms_segment([words, numbers], struct.pack("<I2s2f", 2, b"ab", 1.5, 2.5)))
        self.assertIn("g.w has no numbers and is left out", self.run_script(path, "--list").stderr)
        self.assertEqual(self.table(path, "--rate", "10")["g.a [N]"], [1.5, 2.5])

    def test_parquet(self):
        """tests/data/logger.parquet was written by hyparquet-writer 0.17 with two groups of rows, snappy, dictionaries,
        differences, split floating-point numbers and rows without a number: by none of our code."""
        path = Path(__file__).parents[1] / "data/logger.parquet"
        signals, notes = MODULE.parquet_signals(path.read_bytes())
        values = {one.name: one.values for one in signals}
        self.assertEqual(notes, ["s has no numbers and is left out"])
        self.assertEqual([one.unit for one in signals], ["s", "m/s^2", "", "kN", "", ""])
        self.assertEqual(values["t"], [i / 256 for i in range(60)])
        self.assertEqual(values["ay"], [i * i / 64 - 7 for i in range(60)])
        self.assertEqual(values["k"], [i % 7 - 3 for i in range(60)])
        self.assertEqual([one for one in values["gaps"] if not math.isnan(one)], [i * 0.5 for i in range(60) if i % 5])
        self.assertEqual(values["f"], [i * 0.25 for i in range(60)])
        self.assertEqual(values["big"], [1000000 * i for i in range(60)])
        self.assertEqual(self.table(path, "--only", "t", "--only", "ay")["ay [m/s^2]"], values["ay"])
        self.assertIn("does not end as a Parquet file", self.finding(self.cut(path)))

    def test_parquet_of_the_program(self):
        """What `flangeway export` writes comes back to the last digit, with its units."""
        record, case = self.folder / "run.h5", Path(__file__).parents[2] / "models/cases/wheelset_r300.toml"
        subprocess.run([FLANGEWAY, "run", case, "--set", "integration.duration=0.05", "-o", record, "--quiet"], check=True)
        written = {ending: self.folder / f"run{ending}" for ending in (".parquet", ".csv")}
        for file in written.values():
            subprocess.run([FLANGEWAY, "export", record, "--from", "0.02", "-o", file, "--quiet"], check=True)
        with open(written[".csv"], newline="", encoding="utf-8") as file:
            head, *rows = csv.reader(file)
        signals, notes = MODULE.parquet_signals(written[".parquet"].read_bytes())
        self.assertEqual(notes, [])
        self.assertEqual([one.name if one.unit == "1" else f"{one.name} [{one.unit}]" for one in signals], head)
        self.assertGreater(len(rows), 1)
        expected = [[float(row[k]) for row in rows] for k in range(len(head))]
        self.assertEqual([list(map(float.hex, one.values)) for one in signals],
                         [list(map(float.hex, values)) for values in expected])

    def cut(self, path):
        (self.folder / "out.csv").unlink()
        return self.write("a.parquet", path.read_bytes()[:-9])

    def test_mdf_4(self):
        for packed in (None, 0, 1):
            table = self.table(self.write("a.mf4", mdf(WAVE, packed)))
            self.assertEqual(list(table), ["t [s]", "ay [m/s^2]", "Q [kN]"])
            self.assertEqual(table["t [s]"], [i / RATE for i in range(COUNT)])
            self.assertEqual(table["ay [m/s^2]"], WAVE)
            self.assertEqual(table["Q [kN]"], [-5 + 0.5 * (i % 4096) for i in range(COUNT)])

    def test_mdf_that_is_not_read(self):
        data = mdf(WAVE[:9])
        self.assertIn("is an MDF file of version 3.30", self.finding(self.write("a.mdf", data.replace(b"4.10", b"3.30"))))
        self.assertIn("was not finished", self.finding(self.write("a.mf4", data.replace(b"MDF     ", b"UnFinMF "))))
        self.assertIn("bytes of records", self.finding(self.write("a.mf4", data.replace(b"##DT" + bytes(4) + b"\xba",
                                                                                      b"##DT" + bytes(4) + b"\xa0"))))

    def test_the_program_judges_the_table(self):
        table = self.write("a.mat", mat5(("az", 6, COUNT, 1, WAVE)))
        self.table(table, "--unit", "az=m/s^2", "--rate", str(RATE))
        done = subprocess.run([FLANGEWAY, "assess", self.folder / "out.csv", "--rule", "sperling"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"Wz_z +2\.3009 ")

    def test_no_signal_is_lost_for_a_line(self):
        """Each line of a file of three functions and a dataset of another kind is lost, doubled or put elsewhere."""
        other = "    -1\n   151\nname\n    -1\n"
        lines = (uff(WAVE[:5]) + other + uff(WAVE[:5], node=8) + uff(WAVE[:5], node=9)).splitlines(keepends=True)
        for i in range(len(lines)):
            for changed in (lines[:i] + lines[i + 1:], lines[:i + 1] + lines[i:], lines[:i + 1] + ["text\n"] + lines[i + 1:],
                            lines[:i] + lines[i + 1:i + 2] + [lines[i]] + lines[i + 2:]):
                try:
                    signals, notes = MODULE.uff_signals("".join(changed).encode())
                except MODULE.BadInput:
                    continue
                left_out = sum("no real function of time" in note for note in notes)
                self.assertEqual((len(signals) + left_out, len(notes) - left_out), (3, 1), (i, "".join(changed)))
                self.assertTrue(all(sorted(one.values) == sorted(signals[0].values) for one in signals))
        self.assertIn("has text between datasets: '58'. A line with -1 is missing, here or before",
                      self.finding(self.write("a.uff", uff(WAVE[:5]) + uff(WAVE[:5], node=8)[7:])))
        self.assertIn("has text among its numbers", self.finding(self.write("a.uff", uff(WAVE[:5]).replace("E-02", "E-02 x"))))

    def test_damaged_files_are_refused_or_read(self):
        """Nothing but findings ends the reading; numbers that are read are as many as the file says."""
        text = (uff(WAVE[:9]) + uff(WAVE[:9], node=8)).encode()
        head = "\n".join(["    -1", f"    58b{1:6d}{2:6d}{11:12d}{72:12d}", *uff(WAVE[:9]).split("\n")[2:13]]) + "\n"
        binary = head.encode() + struct.pack("<9d", *WAVE[:9]) + b"\n    -1\n"
        matrices = (("a", 6, 9, 2, WAVE[:18]), ("t", 6, 1, 9, WAVE[:9]))
        seeds = [text, binary, mat5(*matrices), mat5(*matrices, compressed=True),
                 mat4(("a", 9, 2, WAVE[:18]), ("t", 1, 9, WAVE[:9])), wav(struct.pack("<9d", *WAVE[:9]), tag=3, bits=64),
                 tdms(WAVE[:8]), tdms(WAVE[:8], interleaved=True), mdf(WAVE[:8]), mdf(WAVE[:8], packed=1),
                 (Path(__file__).parents[1] / "data/logger.parquet").read_bytes()]
        draw, read = random.Random(37), 0
        for _ in range(1200):
            path = self.write("a", mutated(bytearray(draw.choice(seeds)), draw))
            try:
                signals, _ = MODULE.read(path)
            except MODULE.BadInput:
                continue
            read += 1
            for one in signals:
                self.assertGreater(len(one.values), 0)
                self.assertTrue(one.times is None or len(one.times) == len(one.values))
        self.assertGreater(read, 100)

    def test_sizes_are_those_of_the_file(self):
        head = uff(WAVE[:5]).replace(f"{4:10d}{5:10d}", f"{4:10d}{4000000000:10d}")
        self.assertIn("line 9: 4000000000 numbers are more than the file has", self.finding(self.write("a.uff", head)))
        self.assertIn("line 9: 4000000000 numbers are more than the file has",
                      self.finding(self.write("a.uff", head.replace("    58\n", f"    58b{1:6d}{2:6d}\n"))))
        bomb = zlib.compress(bytes((64 << 20) + 1), 1)
        data = mat5() + struct.pack("<II", 15, len(bomb)) + bomb
        self.assertIn("unpacks to more than 64 MiB", self.finding(self.write("a.mat", data)))
        for rows, columns in ((3, 10**9), (5, 1), (-1, -4)):
            self.assertIn(f"a has 4 numbers in place of {max(rows, columns) if min(rows, columns) == 1 else rows} times "
                          f"{columns if rows != 1 else rows}",
                          self.finding(self.write("a.mat", mat5(("a", 6, rows, columns, WAVE[:4])))))

    def test_the_table_is_written_whole_or_not(self):
        path = self.write("a.uff", uff(WAVE))
        done = subprocess.run(["bash", "-c", f"ulimit -f 4; trap '' XFSZ; exec {sys.executable} {SCRIPT} a.uff -o out.csv"],
                              capture_output=True, text=True, check=False, cwd=self.folder)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("File too large", done.stderr)
        self.assertEqual([one.name for one in self.folder.iterdir()], ["a.uff"])
        for place in ("/dev/full", self.folder):
            done = subprocess.run([sys.executable, SCRIPT, path, "-o", place], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, "that is no file" in done.stderr), (2, True), done.stderr)
        self.assertIn("is no file", self.finding("/dev/zero"))

    def test_a_table_is_overwritten_with_force_only(self):
        path = self.write("a.uff", uff(WAVE))
        for name in ("out.csv", "a.csv"):  # by -o and by default
            old = self.write(name, "old")
            command = [sys.executable, SCRIPT, path, *(["-o", old] if name == "out.csv" else [])]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(f"{name} exists already. Give another name by -o, or --force", done.stderr)
            self.assertEqual(old.read_text(), "old")
            subprocess.run([*command, "--force"], check=True)
            self.assertTrue(old.read_text().startswith("t [s]"))

    def test_other_files(self):
        self.assertIn("CSV tables need no conversion", self.finding(self.write("a.csv", "t [s],az [g]\n0,1\n")))
        try:
            import h5py
            import numpy
            import scipy.io
        except ImportError:
            return
        scipy.io.savemat(self.folder / "s.mat", {"az": numpy.array(WAVE, dtype="f4")}, do_compression=True)
        table = self.table(self.folder / "s.mat", "--unit", "az=g", "--rate", str(RATE))
        self.assertEqual(table["az [g]"], numpy.array(WAVE, dtype="f4").astype("f8").tolist())
        with h5py.File(self.folder / "h.mat", "w", userblock_size=512) as file:
            file["az"] = numpy.array([WAVE])
        raw = bytearray((self.folder / "h.mat").read_bytes())
        raw[:19] = b"MATLAB 7.3 MAT-file"
        table = self.table(self.write("h.mat", bytes(raw)), "--unit", "az=g", "--rate", str(RATE))
        self.assertEqual(table["az [g]"], WAVE)
        with h5py.File(self.folder / "g.mat", "w") as file:
            file.create_group("data")["az"] = numpy.array([WAVE])
        self.assertEqual([(one.name, one.values) for one in MODULE.read(self.folder / "g.mat")[0]], [("data.az", WAVE)])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

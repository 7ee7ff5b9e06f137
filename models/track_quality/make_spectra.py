#!/usr/bin/env python3
"""Writes the spectra of this folder, for irregularities.spectrum_file of a track: formulas with printed constants.

    python3 models/track_quality/make_spectra.py
"""
import math
import pathlib

FOLDER = pathlib.Path(__file__).parent
PER_DECADE = 200


def frequencies(low, high, breaks=()):
    """Spatial frequencies in 1/m, evenly on a logarithm, with two beside each break of a formula."""
    count = max(2, round(PER_DECADE * math.log10(high / low)))
    even = [low * (high / low) ** (i / count) for i in range(count + 1)]
    return sorted(even + [b * (1 + side * 1e-6) for b in breaks for side in (-1, 1)])


def write(name, comments, columns, places):
    lines = [f"# {comment}" for comment in comments]
    lines.append("frequency [1/m]; " + "; ".join(f"{column} [mm2/(1/m)]" for column in columns))
    lines += ["; ".join(f"{number:.7g}" for number in [n] + [density(n) for density in columns.values()]) for n in places]
    (FOLDER / name).write_text("\n".join(lines) + "\n")


def sncf(factor):
    """[TTB2D2022]: A/(1 + n/n0)^3 with A in m2/(1/m), 2 to 40 m, of the vertical profile."""
    return lambda n: 1e6 * factor * 308e-6 / (1 + n / 0.0489) ** 3


def by_range(scales, exponents, breaks):
    """A/f^n by ranges of f."""
    def density(f):
        i = sum(f > b for b in breaks)
        return scales[i] / f ** exponents[i]
    return density


HIGH_SPEED = {
    "vertical_profile": ((1.0544e-5, 3.5588e-3, 1.9784e-2, 3.9488e-4), (3.3891, 1.9271, 1.3643, 3.4516),
                         (0.0187, 0.0474, 0.1533)),
    "alignment": ((3.9513e-3, 1.1047e-2, 7.5633e-4), (1.867, 1.5354, 2.8171), (0.045, 0.1234)),
    "cross_level": ((3.6148e-3, 4.3685e-2, 4.5867e-3), (1.7278, 1.0461, 2.0939), (0.0258, 0.1163)),
    "gauge_variation": ((5.4978e-2, 5.0701e-3, 1.8778e-4), (0.8282, 1.9037, 4.5948), (0.109, 0.2938)),
}


def rational(a, b, c, d, e, f, g):
    """A (n2 + B n + C)/(n4 + D n3 + E n2 + F n + G)."""
    return lambda n: a * (n**2 + b * n + c) / (n**4 + d * n**3 + e * n**2 + f * n + g)


LEVEL_LEFT = rational(1.1029, -1.4709, 0.5941, 0.8480, 3.8016, -0.2500, 0.0112)
LEVEL_RIGHT = rational(0.8581, -1.4607, 0.5848, 0.0407, 2.8428, -0.1989, 0.0094)
ALIGNMENT_LEFT = rational(0.2244, -1.5746, 0.6683, -2.1466, 1.7665, -0.1506, 0.0052)
ALIGNMENT_RIGHT = rational(0.3743, -1.5894, 0.7265, 0.4353, 0.9101, -0.0270, 0.0031)
CROSS_LEVEL = rational(0.1214, -2.1603, 2.0214, 4.5089, 2.2227, -0.0396, 0.0073)

UNVERIFIED = "That the densities are one-sided is not printed there: sides = \"one\" is an assumption."

for quality, factor in (("good", 0.509), ("poor", 1.790)):
    write(f"sncf_{quality}.csv",
          [f"SNCF, {quality} track: A/(1 + n/n0)^3, A = {factor} * 308e-6 m2/(1/m), n0 = 0.0489 1/m, from 2 to 40 m,",
           "as coded in D. Cantero, TTB-2D, A04_Options.m, which cites a thesis of Berawi. Vertical profile only.",
           UNVERIFIED],
          {"vertical_profile": sncf(factor)}, frequencies(1 / 40, 1 / 2))
write("china_high_speed.csv",
      ["Chinese high-speed ballastless track: A/f^n by ranges, in mm2 m. Two public programs have the same constants:",
       "VTCM_simulation (github 2099193635, power_spectrum) and a MATLAB program. From 2 to 200 m, a range of our choice.",
       UNVERIFIED],
      {name: by_range(*constants) for name, constants in HIGH_SPEED.items()},
      frequencies(1 / 200, 1 / 2, sorted({b for one in HIGH_SPEED.values() for b in one[2]})))
write("china_main_line.csv",
      ["Chinese main lines: A (f2 + B f + C)/(f4 + D f3 + E f2 + F f + G), in mm2 m, as coded in VTCM_simulation (github",
       "2099193635, power_spectrum). Level and alignment are the means of the spectra of both rails, which are printed for",
       "single rails. There is none of the gauge. From 2 to 50 m, a range of our choice.", UNVERIFIED],
      {"vertical_profile": lambda n: (LEVEL_LEFT(n) + LEVEL_RIGHT(n)) / 2,
       "alignment": lambda n: (ALIGNMENT_LEFT(n) + ALIGNMENT_RIGHT(n)) / 2,
       "cross_level": CROSS_LEVEL},
      frequencies(1 / 50, 1 / 2))

#!/usr/bin/env python3
"""Writes branch_line.ifc: the line of branch_line.xml as an IFC 4.3 file.

    python3 models/tracks/make_branch_line_ifc.py models/tracks

Coordinates are integrated here, from the start of the LandXML file, so that a reader that draws the same line
from both files has been checked by a way of its own.
"""

import hashlib
import math
import pathlib
import sys
import xml.etree.ElementTree as xml

SPIRALS = {"clothoid": "CLOTHOID", "bloss": "BLOSSCURVE", "cosine": "COSINECURVE"}
RAMPS = {"clothoid": "LINEARTRANSITION", "bloss": "BLOSSCURVE", "cosine": "COSINECURVE"}
SHARES = {
    "clothoid": lambda x: x,
    "bloss": lambda x: x * x * (3 - 2 * x),
    "cosine": lambda x: (1 - math.cos(math.pi * x)) / 2,
}
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$"


def identity(name):
    """A GlobalId of IFC: 128 bits in 22 characters, here from a name, so that the file is the same each time."""
    number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:16], "big")
    return "".join(ALPHABET[(number >> (6 * i)) & 63] for i in reversed(range(22)))


def real(value):
    text = repr(float(value))
    mantissa, _, exponent = text.partition("e")
    return mantissa.removesuffix("0") + (f"E{int(exponent)}" if exponent else "")


class Step:
    def __init__(self):
        self.lines = []

    def add(self, text):
        self.lines.append(text)
        return f"#{len(self.lines)}"

    def root(self, kind, name, *rest):
        """An entry with a GlobalId."""
        label = f"'{name}'" if name else "$"
        unique = f"{kind} {name} {len(self.lines)}"
        return self.add(f"{kind}('{identity(unique)}',$,{label},$,{','.join(rest)})")

    def text(self):
        entries = "".join(f"#{i}={line};\n" for i, line in enumerate(self.lines, 1))
        return (
            "ISO-10303-21;\nHEADER;\n"
            "FILE_DESCRIPTION(('ViewDefinition [Alignment-basedView]',"
            "'A branch line made up for this example. Lengths, radii and cant are assumed.'),'2;1');\n"
            "FILE_NAME('branch_line.ifc','2026-11-26T00:00:00',(''),(''),'make_branch_line_ifc.py','','');\n"
            "FILE_SCHEMA(('IFC4X3_ADD2'));\nENDSEC;\nDATA;\n" + entries + "ENDSEC;\nEND-ISO-10303-21;\n"
        )


def curvature_of(element):
    """Kind, length, curvatures at both ends and the share of their change."""
    kind = element.tag.split("}")[1]
    length, sign = float(element.get("length")), 1 if element.get("rot") == "ccw" else -1
    if kind == "Line":
        return "line", length, 0, 0, SHARES["clothoid"]
    if kind == "Curve":
        curvature = sign / float(element.get("radius"))
        return "arc", length, curvature, curvature, SHARES["clothoid"]
    ends = [0 if r == "INF" else sign / float(r) for r in (element.get("radiusStart"), element.get("radiusEnd"))]
    return element.get("spiType"), length, *ends, SHARES[element.get("spiType")]


def follow(x, y, heading, length, start, end, share, panels=400):
    """Simpson's rule for the heading, and again for the place, over short panels."""
    h = length / panels

    def curvature(s):
        return start + share(s / length) * (end - start)

    for i in range(panels):
        s = i * h
        half = heading + h / 24 * (5 * curvature(s) + 8 * curvature(s + h / 2) - curvature(s + h))
        next_heading = heading + h / 6 * (curvature(s) + 4 * curvature(s + h / 2) + curvature(s + h))
        x += h / 6 * (math.cos(heading) + 4 * math.cos(half) + math.cos(next_heading))
        y += h / 6 * (math.sin(heading) + 4 * math.sin(half) + math.sin(next_heading))
        heading = next_heading
    return x, y, heading


def radius(curvature):
    return real(0 if curvature == 0 else 1 / curvature)


def plan(step, alignment):
    elements = list(alignment.find("{*}CoordGeom"))
    north, east = map(float, elements[0].find("{*}Start").text.split())
    to_north, to_east = map(float, elements[0].find("{*}End").text.split())
    heading = math.atan2(to_north - north, to_east - east)
    segments, s = [], 0

    def segment(kind, length, start, end):
        point = step.add(f"IFCCARTESIANPOINT(({real(east)},{real(north)}))")
        parameters = step.add(
            f"IFCALIGNMENTHORIZONTALSEGMENT($,$,{point},{real(heading)},{radius(start)},{radius(end)},"
            f"{real(length)},$,.{kind}.)"
        )
        segments.append(step.root("IFCALIGNMENTSEGMENT", "", "$", "$", "$", parameters))

    spirals = []
    for element in elements:
        kind, length, start, end, share = curvature_of(element)
        segment({"line": "LINE", "arc": "CIRCULARARC"}.get(kind) or SPIRALS[kind], length, start, end)
        east, north, heading = follow(east, north, heading, length, start, end, share)
        spirals.append((s, s + length, kind))
        s += length
    segment("LINE", 0, 0, 0)
    return segments, spirals, s


def heights(step, alignment, origin):
    points = []
    for point in alignment.find("{*}Profile/{*}ProfAlign"):
        station, height = map(float, point.text.split())
        points.append((station - origin, height, point))
    gradients = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in zip(points, points[1:])]
    segments = []

    def segment(kind, start, end, height, before, after, curve="$"):
        parameters = step.add(
            f"IFCALIGNMENTVERTICALSEGMENT($,$,{real(start)},{real(end - start)},{real(height)},{real(before)},"
            f"{real(after)},{curve},.{kind}.)"
        )
        segments.append(step.root("IFCALIGNMENTSEGMENT", "", "$", "$", "$", parameters))

    s = points[0][0]
    for i, (at, height, point) in enumerate(points[1:-1], 1):
        before, after = gradients[i - 1], gradients[i]
        if point.tag.endswith("ParaCurve"):
            first = last = float(point.get("length")) / 2
            kind, size = "PARABOLICARC", 2 * first / (after - before)
        else:
            size = math.copysign(float(point.get("radius")), after - before)
            tangent = abs(size) * math.tan(abs(math.atan(after) - math.atan(before)) / 2)
            first, last = tangent * math.cos(math.atan(before)), tangent * math.cos(math.atan(after))
            kind = "CIRCULARARC"
        segment("CONSTANTGRADIENT", s, at - first, height - (at - s) * before, before, before)
        segment(kind, at - first, at + last, height - first * before, before, after, real(size))
        s = at + last
    end, height, _ = points[-1]
    segment("CONSTANTGRADIENT", s, end, height - (end - s) * gradients[-1], gradients[-1], gradients[-1])
    segment("CONSTANTGRADIENT", end, end, height, gradients[-1], gradients[-1])
    return segments


def cants(step, alignment, origin, spirals, length):
    table = [(0.0, 0.0)]
    for station in alignment.find("{*}Cant"):
        sign = 1 if station.get("curvature") == "ccw" else -1
        table.append((float(station.get("station")) - origin, sign * 1e-3 * float(station.get("appliedCant"))))
    table.append((length, table[-1][1]))
    segments = []

    def segment(kind, start, end, before, after):
        # The track turns about its centre: one rail rises as much as the other one sinks.
        parameters = step.add(
            f"IFCALIGNMENTCANTSEGMENT($,$,{real(start)},{real(end - start)},{real(-before / 2)},"
            f"{real(-after / 2)},{real(before / 2)},{real(after / 2)},.{kind}.)"
        )
        segments.append(step.root("IFCALIGNMENTSEGMENT", "", "$", "$", "$", parameters))

    for (start, before), (end, after) in zip(table, table[1:]):
        if start == end:
            continue
        spiral = [kind for first, last, kind in spirals if (first, last) == (start, end) and kind in RAMPS]
        segment("CONSTANTCANT" if before == after else RAMPS[spiral[0]], start, end, before, after)
    segment("CONSTANTCANT", length, length, table[-1][1], table[-1][1])
    return segments


def stations(step, alignment, origin, placement):
    referents = []

    def referent(distance, station, incoming=None):
        point = step.add(f"IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE({real(distance)}),$,$,$,$)")
        axis = step.add(f"IFCAXIS2PLACEMENTLINEAR({point},$,$)")
        place = step.add(f"IFCLINEARPLACEMENT({placement},{axis},$)")
        entry = step.root("IFCREFERENT", f"{station:.0f}", "$", place, "$", ".STATION.")
        properties = [("Station", f"IFCLENGTHMEASURE({real(station)})")]
        if incoming is not None:
            properties.append(("IncomingStation", f"IFCLENGTHMEASURE({real(incoming)})"))
        properties.append(("HasIncreasingStation", "IFCBOOLEAN(.T.)"))
        values = [step.add(f"IFCPROPERTYSINGLEVALUE('{name}',$,{value},$)") for name, value in properties]
        group = step.root("IFCPROPERTYSET", "Pset_Stationing", f"({','.join(values)})")
        step.root("IFCRELDEFINESBYPROPERTIES", "", f"({entry})", group)
        referents.append(entry)

    referent(0, origin)
    for equation in alignment.findall("{*}StaEquation"):
        inside = float(equation.get("staInternal"))
        referent(inside - origin, float(equation.get("staAhead")), float(equation.get("staBack")))
    return referents


def main(folder):
    alignment = xml.parse(folder / "branch_line.xml").getroot().find("{*}Alignments/{*}Alignment")
    origin = float(alignment.get("staStart"))
    step = Step()
    metre = step.add("IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)")
    radian = step.add("IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.)")
    units = step.add(f"IFCUNITASSIGNMENT(({metre},{radian}))")
    project = step.root("IFCPROJECT", "branch line", "$", "$", "$", "$", units)
    zero = step.add("IFCCARTESIANPOINT((0.,0.,0.))")
    axes = step.add(f"IFCAXIS2PLACEMENT3D({zero},$,$)")
    placement = step.add(f"IFCLOCALPLACEMENT($,{axes})")
    line = step.root("IFCALIGNMENT", alignment.get("name"), "$", placement, "$", "$")
    step.root("IFCRELAGGREGATES", "", project, f"({line})")

    segments, spirals, length = plan(step, alignment)
    horizontal = step.root("IFCALIGNMENTHORIZONTAL", "", "$", placement, "$")
    step.root("IFCRELNESTS", "", horizontal, f"({','.join(segments)})")
    vertical = step.root("IFCALIGNMENTVERTICAL", "", "$", placement, "$")
    step.root("IFCRELNESTS", "", vertical, f"({','.join(heights(step, alignment, origin))})")
    gauge = real(alignment.find("{*}Cant").get("gauge"))
    cant = step.root("IFCALIGNMENTCANT", "", "$", placement, "$", gauge)
    step.root("IFCRELNESTS", "", cant, f"({','.join(cants(step, alignment, origin, spirals, length))})")
    step.root("IFCRELNESTS", "", line, f"({horizontal},{vertical},{cant})")
    step.root("IFCRELNESTS", "", line, f"({','.join(stations(step, alignment, origin, placement))})")
    (folder / "branch_line.ifc").write_text(step.text(), newline="\n")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))

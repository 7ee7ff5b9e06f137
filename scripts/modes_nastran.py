"""Nodes of a Nastran deck and modes of a punch file or an OP2 file, for modes_to_unv [NastranQRG]."""
import math
import os
import re

from measurement_signals import BadInput
from modes_shapes import Mode, cross, matrix_times, minus, transposed, unit_vector

SMALL, LARGE = 8, 16
RECTANGULAR, CYLINDRICAL, SPHERICAL = "R", "C", "S"
MAX_INCLUDES = 100


class System:
    """A coordinate system: its kind, origin and axes (rows) in the basic system."""

    def __init__(self, kind, origin, axes):
        self.kind, self.origin, self.axes = kind, origin, axes

    def place(self, values):
        """A point given by its coordinates, in the basic system."""
        a, b, c = values
        if self.kind == CYLINDRICAL:
            a, b = a * math.cos(math.radians(b)), a * math.sin(math.radians(b))
        elif self.kind == SPHERICAL:
            polar, azimuth = math.radians(b), math.radians(c)
            a, b, c = (a * math.sin(polar) * math.cos(azimuth), a * math.sin(polar) * math.sin(azimuth),
                       a * math.cos(polar))
        return [o + p for o, p in zip(self.origin, matrix_times(transposed(self.axes), [a, b, c]))]

    def axes_at(self, place):
        """The axes of displacements at a point, as rows in the basic system."""
        if self.kind == RECTANGULAR:
            return self.axes
        x, y, z = matrix_times(self.axes, minus(place, self.origin))
        azimuth = math.atan2(y, x)
        radial, tangential = [math.cos(azimuth), math.sin(azimuth), 0], [-math.sin(azimuth), math.cos(azimuth), 0]
        if self.kind == CYLINDRICAL:
            local = [radial, tangential, [0, 0, 1]]
        else:
            polar = math.atan2(math.hypot(x, y), z)
            local = [[math.sin(polar) * one for one in radial[:2]] + [math.cos(polar)],
                     [math.cos(polar) * one for one in radial[:2]] + [-math.sin(polar)], tangential]
        return [matrix_times(transposed(self.axes), one) for one in local]


BASIC = System(RECTANGULAR, [0.0, 0.0, 0.0], [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])


def real(text, where):
    """"1.5", "1.5-3" and "1.5D-3"."""
    word = text.strip().upper().replace("D", "E")
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(E?[+-]?\d+)?", word):
        raise BadInput(f"{where}: {text.strip()!r} is not a number")
    if "E" not in word:
        word = word[:1] + re.sub(r"([+-])", r"E\1", word[1:])
    return float(word)


def deck_lines(path, depth=0):
    """Lines of the bulk data with their places, those of included files among them."""
    if depth > MAX_INCLUDES:
        raise BadInput(f"{path}: is included by itself. Remove one INCLUDE")
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read().splitlines()
    starts = [i for i, line in enumerate(text) if re.match(r"\s*BEGIN\s+BULK", line, re.IGNORECASE)]
    for number, line in enumerate(text, 1):
        if starts and number <= starts[0] + 1:
            continue
        if re.match(r"\s*ENDDATA\b", line, re.IGNORECASE):
            return
        line = line.split("$")[0].rstrip()
        include = re.match(r"\s*INCLUDE\s+['\"]?([^'\"]+)['\"]?\s*$", line, re.IGNORECASE)
        if include:
            yield from deck_lines(os.path.join(os.path.dirname(path), include[1].strip()), depth + 1)
        elif line.strip():
            yield f"{path}:{number}", line.expandtabs(SMALL)


def fields_of(line):
    """The first field and the other ones of a line in free, small or large format."""
    if "," in line:
        first, *rest = (one.strip() for one in line.split(","))
        return first, (rest + [""] * 8)[:8 if not first.endswith("*") else 4]
    first = line[:SMALL].strip()
    width, count = (LARGE, 4) if first.endswith("*") else (SMALL, 8)
    return first, [line[SMALL + width * i:SMALL + width * (i + 1)].strip() for i in range(count)]


def cards(path):
    """Name, fields and place of each card, its continuations joined."""
    name, fields, place = None, [], ""
    for where, line in deck_lines(path):
        first, rest = fields_of(line)
        is_more = not first or first[0] in "+*"
        if is_more and name is not None:
            fields += rest
            continue
        if name is not None:
            yield name, fields, place
        name, fields, place = first.rstrip("*").upper(), rest, where
    if name is not None:
        yield name, fields, place


class Deck:
    """Points and coordinate systems of a deck, and how its modes are normalised."""

    def __init__(self, path):
        self.points, self.definitions, self.systems, self.norms = {}, {}, {0: BASIC}, []
        default_place, default_axes = "0", "0"
        for name, fields, where in cards(path):
            fields = fields + [""] * (16 - len(fields))
            if name == "GRDSET":
                default_place, default_axes = fields[1] or "0", fields[5] or "0"
            elif name == "GRID":
                label = self.whole(fields[0], where)
                if label in self.points:
                    raise BadInput(f"{where}: grid point {label} stands twice. Remove one")
                self.points[label] = (fields[1], [real(one or "0", where) for one in fields[2:5]], fields[5], where)
            elif re.fullmatch(r"CORD2[RCS]", name):
                self.definitions[self.whole(fields[0], where)] = (
                    name[-1], self.whole(fields[1] or "0", where), [real(one or "0", where) for one in fields[2:11]], where)
            elif re.fullmatch(r"CORD[13][RCS]", name):
                self.definitions[self.whole(fields[0], where)] = (name, where)
            elif name in ("EIGRL", "EIGR"):
                self.norms.append((fields[7 if name == "EIGRL" else 8].upper() or "MASS", f"{name} {fields[0]}"))
        if not self.points:
            raise BadInput(f"{path}: has no GRID cards. Give the deck with the nodes")
        self.nodes, self.axes = {}, {}
        for label, (system, values, axes, where) in self.points.items():
            place = self.system(self.whole(system or default_place, where), where).place(values)
            self.nodes[label] = place
            self.axes[label] = self.system(self.whole(axes or default_axes, where), where).axes_at(place)

    @staticmethod
    def whole(text, where):
        if not re.fullmatch(r"-?\d+", text):
            raise BadInput(f"{where}: {text!r} is not a whole number")
        return int(text)

    def system(self, number, where, depth=0):
        if number in self.systems:
            return self.systems[number]
        if number not in self.definitions or depth > len(self.definitions):
            raise BadInput(f"{where}: coordinate system {number} is not defined, or by itself. Add its CORD2R card")
        definition = self.definitions[number]
        if len(definition) == 2:
            raise BadInput(f"{definition[1]}: {definition[0]} is not read (allowed CORD2R, CORD2C, CORD2S). Write the "
                           "system by points")
        kind, base, values, place = definition
        reference = self.system(base, place, depth + 1)
        origin, on_axis, in_plane = (reference.place(values[i:i + 3]) for i in (0, 3, 6))
        along = unit_vector(minus(on_axis, origin), f"{place}: the points of coordinate system {number} coincide")
        side = unit_vector(cross(along, minus(in_plane, origin)),
                           f"{place}: the points of coordinate system {number} are on one line")
        self.systems[number] = System(kind, origin, [cross(side, along), side, along])
        return self.systems[number]

    def modal_mass(self):
        """1 and its evidence where all methods of eigenvalues of the deck normalise by the mass; else nothing."""
        if self.norms and all(norm == "MASS" for norm, _ in self.norms):
            return 1.0, f"NORM = MASS of {', '.join(name for _, name in self.norms)}"
        return None, ", ".join(f"NORM = {norm} of {name}" for norm, name in self.norms) or "no EIGRL or EIGR in the deck"

    def mode(self, number, eigenvalue, rows, mass, where):
        """In the axes of the basic system; `rows` are six numbers by the label of a point."""
        shape = {}
        for label, values in rows.items():
            if label not in self.axes:
                raise BadInput(f"{where}: grid point {label} is not in the deck. Give the deck of this file")
            turned = transposed(self.axes[label])
            shape[label] = matrix_times(turned, values[:3]) + matrix_times(turned, values[3:])
        return Mode(number, math.sqrt(max(eigenvalue, 0.0)) / (2 * math.pi), mass, shape)


def punch_modes(path, deck, mass):
    """Real eigenvectors in SORT1; tables of other quantities are left out."""
    modes, notes, eigenvalue, number, rows, is_vector, last = [], [], None, None, {}, False, None
    left_out = set()

    def finish(where):
        if rows:
            if eigenvalue is None:
                raise BadInput(f"{where}: has eigenvectors without a line $EIGENVALUE. Punch them in SORT1")
            modes.append(deck.mode(number, eigenvalue, dict(rows), mass, where))
            rows.clear()

    with open(path, encoding="utf-8", errors="replace") as file:
        for count, line in enumerate(file, 1):
            where, line = f"{path}:{count}", line.rstrip("\r\n")[:72]
            if line.startswith("$"):
                finish(where)
                last = None
                words = line.upper()
                found = re.match(r"\$EIGENVALUE\s*=\s*(\S+)\s+MODE\s*=\s*(\d+)", words)
                if found:
                    eigenvalue, number = real(found[1], where), int(found[2])
                elif re.match(r"\$(EIGENVECTOR|DISPLACEMENTS)\b", words):
                    is_vector, eigenvalue = words.startswith("$EIGENVECTOR"), None
                elif re.match(r"\$(COMPLEX|MAGNITUDE|REAL-IMAGINARY)\b", words) and is_vector:
                    raise BadInput(f"{where}: has complex modes. Give real normal modes, of the body without its dampers")
                elif re.match(r"\$[A-Z]", words) and not re.match(r"\$(TITLE|SUBTITLE|LABEL|SUBCASE|REAL|FREQUENCY)\b", words):
                    is_vector = False
                    left_out.add(words[1:].split("=")[0].strip().lower())
                continue
            if not is_vector or not line.strip():
                continue
            values = [real(line[i:i + 18], where) for i in (18, 36, 54) if line[i:i + 18].strip()]
            if line.startswith("-CONT-"):
                if last is None:
                    raise BadInput(f"{where}: continues no grid point. Copy the file again")
                rows[last] += values
                rows[last] = (rows[last] + [0.0] * 6)[:6]
                last = None
                continue
            head = line[:18].split()
            if len(head) != 2 or not head[0].isdigit():
                raise BadInput(f"{where}: is no line of an eigenvector: {line.strip()[:30]!r}. Punch them in SORT1")
            last = None
            if head[1].upper() != "G":
                left_out.add("scalar points")
                continue
            last = int(head[0])
            rows[last] = values + [0.0] * (6 - len(values))
            rows[last] = values if len(values) == 3 else rows[last]
    finish(f"{path}: end")
    for label, values in ((label, one) for mode in modes for label, one in mode.shape.items()):
        if len(values) != 6:
            raise BadInput(f"{path}: grid point {label} has {len(values)} of 6 numbers. Copy the file again")
    notes += [f"{one} left out" for one in sorted(left_out)]
    return modes, notes


def op2_modes(path, deck, mass):
    """By pyNastran, which reads the binary file."""
    try:
        from pyNastran.op2.op2 import read_op2
    except ImportError:
        raise BadInput("an OP2 file needs the Python package pyNastran: pip install pyNastran. Or punch the modes: "
                       "VECTOR(SORT1,REAL,PUNCH) = ALL") from None
    result = read_op2(path, debug=None)
    vectors = list(getattr(result, "eigenvectors", {}).values())
    if len(vectors) != 1:
        raise BadInput(f"{path}: has {len(vectors)} sets of eigenvectors (allowed one). Give the results of one subcase")
    vector, modes = vectors[0], []
    for k, number in enumerate(vector.modes):
        rows = {int(label): [float(one) for one in vector.data[k][i]]
                for i, (label, kind) in enumerate(vector.node_gridtype) if int(kind) == 1}
        modes.append(deck.mode(int(number), float(vector.eigns[k]), rows, mass, path))
    return modes, []

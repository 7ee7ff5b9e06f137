"""Nodes of a .cdb archive and modes of a listing or a result file of Ansys, for modes_to_unv [AnsysCommands]."""
import re

from measurement_signals import BadInput
from modes_shapes import Mode

DEGREES = ("UX", "UY", "UZ", "ROTX", "ROTY", "ROTZ")
NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?"


def archive_nodes(path):
    """Nodes of the blocks NBLOCK. Coordinates of 0 at the end of a line may be missing."""
    nodes, widths = {}, None
    with open(path, encoding="latin-1") as file:
        lines = iter(enumerate(file, 1))
        for count, line in lines:
            if not line.upper().startswith("NBLOCK"):
                continue
            count, form = next(lines, (count, ""))
            found = re.match(r"\((\d+)i(\d+),(\d+)e(\d+)\.", form.strip(), re.IGNORECASE)
            if not found:
                raise BadInput(f"{path}:{count}: is no format of a block of nodes: {form.strip()[:30]!r}. Write the archive "
                               "with CDWRITE,DB")
            heads, width, _, size = (int(one) for one in found.groups())
            widths = (heads * width, width, size)
            for count, line in lines:
                line = line.rstrip("\r\n")
                if line.upper().startswith("N,") or line.strip() == "-1":
                    break
                try:
                    values = [float(line[widths[0] + size * k:widths[0] + size * (k + 1)].strip() or "0") for k in range(3)]
                    nodes[int(line[:width])] = values
                except ValueError:
                    raise BadInput(f"{path}:{count}: is no node: {line.strip()[:40]!r}. Copy the file again") from None
    if widths is None:
        raise BadInput(f"{path}: has no block of nodes (NBLOCK). Write the archive with CDWRITE,DB")
    return nodes


def listed_modes(path, mass):
    """Modes of PRNSOL,DOF, one listing after the other, in the global system."""
    modes, columns, ignored = [], [], set()
    with open(path, encoding="latin-1") as file:
        for count, line in enumerate(file, 1):
            where, words = f"{path}:{count}", line.upper()
            found = re.search(rf"\bFREQ\s*=\s*({NUMBER})", words)
            if found:
                if not modes or modes[-1].shape:
                    modes.append(Mode(len(modes) + 1, float(found[1]), mass, {}))
                step = re.search(r"\bSUBSTEP\s*=\s*(\d+)", words)
                columns = []
                modes[-1].frequency = float(found[1])
                modes[-1].number = int(step[1]) if step else modes[-1].number
                continue
            step = re.search(r"\bSUBSTEP\s*=\s*(\d+)", words)
            if step:
                if modes and modes[-1].number == int(step[1]):
                    continue
                modes.append(Mode(int(step[1]), None, mass, {}))
                columns = []
                continue
            if "COORDINATE SYSTEM" in words and "GLOBAL" not in words:
                raise BadInput(f"{where}: is in another coordinate system than the global one. List it with RSYS,0")
            names = words.split()
            if names[:1] == ["NODE"]:
                columns = names[1:]
                ignored |= set(columns) - set(DEGREES)
                continue
            if names[:1] == ["MAXIMUM"]:
                columns = []
            elif columns and re.match(r"\s*\d+\s", line):
                values = re.findall(rf"{NUMBER}", words.strip()[len(names[0]):])
                if len(values) != len(columns) or not modes:
                    raise BadInput(f"{where}: has {len(values)} numbers in {len(columns)} columns. List it with "
                                   "/FORMAT,,G,15,7")
                row = modes[-1].shape.setdefault(int(names[0]), [0.0] * 6)
                for name, value in zip(columns, values):
                    if name in DEGREES:
                        row[DEGREES.index(name)] = float(value)
    if any(mode.frequency is None for mode in modes):
        raise BadInput(f"{path}: has a listing without its frequency (FREQ=). List it with PRNSOL,DOF after SET")
    return modes, [f"column {one} left out" for one in sorted(ignored)]


def result_modes(path, mass):
    """By ansys-mapdl-reader, which reads the binary file."""
    try:
        from ansys.mapdl.reader import read_binary
    except ImportError:
        raise BadInput("a result file of Ansys needs the Python package ansys-mapdl-reader: pip install "
                       "ansys-mapdl-reader. Or give an archive (CDWRITE,DB) and a listing (PRNSOL,DOF)") from None
    result = read_binary(path)
    nodes = {int(label): [float(one) for one in place[:3]] for label, place in zip(result.mesh.nnum, result.mesh.nodes)}
    modes = []
    for k, frequency in enumerate(result.time_values):
        labels, rows = result.nodal_solution(k)
        modes.append(Mode(k + 1, float(frequency), mass, {
            int(label): ([float(one) for one in row] + [0.0] * 6)[:6] for label, row in zip(labels, rows)}))
    return nodes, modes, []

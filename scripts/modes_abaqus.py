"""Nodes and modes of an Abaqus results file (.fil) in ASCII, for modes_to_unv [AbaqusOutput]."""
import math

from measurement_signals import BadInput
from modes_shapes import Mode

NODE, ACTIVE, MODAL, DISPLACEMENT, END_OF_STEP = 1901, 1902, 1980, 101, 2001
REAL_WIDTH, TEXT_WIDTH = 22, 8


def records(text, path):
    """Key and attributes of each record. `*`, the number of words, the key, then the attributes: each an I with the
    number of its digits, a D with 22 characters or an A with 8; lines are cut anywhere."""
    at, end = 0, len(text)

    def take():
        nonlocal at
        kind = text[at:at + 1]
        try:
            if kind == "I":
                digits = int(text[at + 1:at + 3])
                value, at = int(text[at + 3:at + 3 + digits]), at + 3 + digits
            elif kind == "D":
                value, at = float(text[at + 1:at + 1 + REAL_WIDTH].replace("D", "E")), at + 1 + REAL_WIDTH
            elif kind == "A":
                value, at = text[at + 1:at + 1 + TEXT_WIDTH], at + 1 + TEXT_WIDTH
            else:
                raise ValueError
        except ValueError:
            raise BadInput(f"{path}: character {at + 1}: has no number of a results file there: {text[at:at + 12]!r}. "
                           "Copy the file again, as text") from None
        return value

    while at < end:
        if text[at] != "*":
            raise BadInput(f"{path}: character {at + 1}: no record begins there: {text[at:at + 12]!r}. Copy the file "
                           "again, as text")
        at += 1
        words = take()
        if not isinstance(words, int) or words < 2:
            raise BadInput(f"{path}: character {at}: a record has {words!r} words. Copy the file again")
        yield take(), [take() for _ in range(words - 2)]
        while at < end and text[at] == " ":  # the last line is filled with blanks
            at += 1


def abaqus_modes(path):
    with open(path, encoding="ascii", errors="replace") as file:
        lines = file.read().splitlines()
    nodes, modes, active = {}, [], []
    for key, values in records("".join(line.ljust(80) if i + 1 < len(lines) else line for i, line in enumerate(lines)),
                               path):
        if key == NODE:
            nodes[values[0]] = (values[1:4] + [0.0] * 3)[:3]
        elif key == ACTIVE:
            active = values[:6]
        elif key == MODAL:
            if len(values) < 3:
                raise BadInput(f"{path}: mode {values[:1]} has no generalised mass, as of buckling. Give a frequency step")
            number, eigenvalue, mass = values[:3]
            modes.append(Mode(number, math.sqrt(max(eigenvalue, 0.0)) / (2 * math.pi), mass, {}))
        elif key == DISPLACEMENT and modes:
            places = active or [1, 2, 3, 4, 5, 6]
            numbers = values[1:]
            if max(places) > len(numbers):
                numbers = numbers + [0.0] * (max(places) - len(numbers))
            modes[-1].shape[values[0]] = [numbers[one - 1] if one > 0 else 0.0 for one in (places + [0] * 6)[:6]]
        elif key == END_OF_STEP and modes:
            break
    return nodes, [mode for mode in modes if mode.shape], []

"""Modes at nodes, and vectors, for modes_to_unv."""
import math

from measurement_signals import BadInput


class Mode:
    """Frequency in Hz, modal mass, and displacements and rotations (six numbers) by node."""

    def __init__(self, number, frequency, mass, shape):
        self.number, self.frequency, self.mass, self.shape = number, frequency, mass, shape


def minus(a, b):
    return [p - q for p, q in zip(a, b)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit_vector(a, fault):
    size = math.sqrt(sum(one * one for one in a))
    if not size > 0:
        raise BadInput(f"{fault}. Correct them")
    return [one / size for one in a]


def transposed(matrix):
    return [list(row) for row in zip(*matrix)]


def matrix_times(matrix, vector):
    return [sum(p * q for p, q in zip(row, vector)) for row in matrix]

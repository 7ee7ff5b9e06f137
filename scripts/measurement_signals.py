"""Signals of a measurement, and what is wrong with its file."""


class BadInput(Exception):
    """A finding: what is wrong and what to do."""


class Signal:
    """Values of one channel with its unit (empty: none) and, if the file has them, times in s."""

    def __init__(self, name, values, unit="", times=None):
        self.name, self.values, self.unit, self.times = name, values, unit, times

"""Laws written in Python, or compiled by Numba, Cython or a C compiler."""
import ctypes
import inspect
import re

import numpy as np

from . import _core

_POINTER = ctypes.POINTER(ctypes.c_double)
_EVALUATE = ctypes.CFUNCTYPE(ctypes.c_int, _POINTER, ctypes.c_size_t, _POINTER, _POINTER, ctypes.c_int)
_MESSAGE = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_int)  # c_char_p would leak

# Rows of flangeway_law.h.
_INPUTS = {"creep": ("normal_force", "a", "b", "f11", "f22", "f23", "f33", "friction", "longitudinal", "lateral", "spin",
                     "speed"),
           "friction": ("coefficient", "sliding_speed", "speed", "angle", "station"),
           "normal": ("indentation", "rate", "impact_speed", "hertz", "a", "b", "angle", "station"),
           "element": ("deflection", "rate", "state_1", "state_2", "state_3", "state_4"),
           "irregularity": ("station",),
           "wear": ("pressure", "work", "slip", "speed", "t_gamma"),
           "measure": ("value", "place")}
_OUTPUTS = {"creep": 3, "friction": 1, "normal": 1, "element": 7, "irregularity": 4, "wear": 1, "measure": 1}
_DERIVATIVES = {"creep": {"load": 1, "creepage": 2}, "friction": {"sliding_speed": 1},
                "normal": {"indentation": 1}, "element": {"motion": 1}, "irregularity": {}, "wear": {}, "measure": {}}
_STATES = 4


class Law(str):
    """A law of your own; give it to a case as the value of contact.creep.library, contact.friction.library,
    contact.normal.library, track.irregularities.library, or of library of an element of the vehicle.

        def saturated(x, slope):
            fx, fy = -slope * x["f11"] * x["longitudinal"], -slope * x["f22"] * x["lateral"]
            factor = 1 / np.sqrt(1 + (fx**2 + fy**2) / (x["friction"] * x["normal_force"])**2)
            return factor * fx, factor * fy, np.zeros_like(fx)

        law = flangeway.Law("creep", saturated, parameters={"slope": 0.8})
        case = flangeway.load_case(FILE, {"contact.creep": {"law": "library", "library": law}})

    kind: "creep", "friction", "normal", "element", "irregularity", "wear" or "measure". function: of arrays over
    contacts, elements or places and of the parameters by name; it gives (Fx, Fy, Mz), the coefficient of friction, the
    normal force, the force and the rates of the states, the four irregularities, the wear, or the measure of a section, in the units and signs of
    docs/howto/own_laws.md. Or a pointer to a C function of flangeway_law.h: an address, a function of ctypes, a cfunc of
    Numba. parameters: names and values, which the parameters of the case change. derivatives: those that a C function
    offers, of "load", "creepage", "sliding_speed", "indentation", "motion". states: of an element, 0 to 4. energy: an element also
    gives the stored energy and the power lost, as the last two. name: in messages and results; a second law of this
    name takes the place of the first in cases that are loaded after it. The law lives in this process: another one that
    loads the case needs it, too. content: what is hashed into the results for the function; its source if not given.
    """

    kind: str
    name: str
    function: object
    parameters: dict

    def __new__(cls, kind, function, *, name=None, parameters=None, derivatives=(), content=None, states=0, energy=False):
        if kind not in _INPUTS:
            raise ValueError(f"kind is {kind!r}; allowed: {', '.join(_INPUTS)}")
        if kind != "element" and (states or energy):
            raise ValueError(f"states and energy belong to the kind element, not to {kind}")
        if states not in range(_STATES + 1):
            raise ValueError(f"states is {states!r}; allowed: 0 to {_STATES}")
        address = _address_of(function)
        name = name or getattr(function, "__name__", None) or f"law_{id(function):x}"
        if not re.fullmatch(r"[\w.<> -]+", name):
            raise ValueError(f"name is {name!r}; allowed: letters, digits, spaces, and the signs . - < > _")
        parameters = {key: float(value) for key, value in (parameters or {}).items()}
        if address is None and derivatives:
            raise ValueError("derivatives are those of a C function; of a Python function, differences are taken")
        mask = 0
        for one in derivatives:
            if one not in _DERIVATIVES[kind]:
                raise ValueError(f"derivatives has {one!r}; allowed: {', '.join(_DERIVATIVES[kind]) or 'none'}")
            mask |= _DERIVATIVES[kind][one]
        self = super().__new__(cls, f"registered:{name}")
        self.kind, self.name, self.function, self.parameters = kind, name, function, parameters
        keep, message = function, 0
        if address is None:
            wrapped = _Wrapped(kind, function, list(parameters), states, energy)
            keep = wrapped
            address, message = _pointer(wrapped.evaluate), _pointer(wrapped.message)
        _core.register_law(kind, name, address, message, mask, list(parameters.items()),
                           _content_of(function, name) if content is None else content, keep, states, energy)
        return self

    def __repr__(self):
        return f"<flangeway.Law {self.kind} {self.name!r}>"

    def __reduce__(self):
        raise TypeError(f"{self!r} belongs to this process: make it again where it is needed")

    def remove(self):
        """Forgets the law; cases that are loaded keep it."""
        _core.unregister_law(self.kind, self.name)


class _Wrapped:
    """A Python function as a C function. What it raises becomes the error 1 with its text."""

    def __init__(self, kind, function, names, states, energy):
        self._last = ctypes.create_string_buffer(b"")
        inputs, rows = _INPUTS[kind], list(range(_OUTPUTS[kind]))
        if kind == "element":
            inputs, rows = inputs[:2 + states], rows[:1 + states] + (rows[-2:] if energy else [])

        def evaluate(parameters, count, values, answers, derivatives):
            try:
                given = np.ctypeslib.as_array(values, (len(inputs), count))
                answer = np.ctypeslib.as_array(answers, (_OUTPUTS[kind], count))
                found = function(dict(zip(inputs, given)), **{name: parameters[i] for i, name in enumerate(names)})
                found = (found,) if len(rows) == 1 and not isinstance(found, tuple) else tuple(found)
                if len(found) != len(rows):
                    raise ValueError(f"gave {len(found)} quantities in place of {len(rows)}")
                if kind == "measure":
                    answer[0, 0] = found[0]
                    return 0
                for row, one in zip(rows, found):
                    answer[row] = one
                return 0
            except BaseException as raised:  # it must not go through C
                self._last = ctypes.create_string_buffer(f"{type(raised).__name__}: {raised}".encode())
                return 1

        self.evaluate = _EVALUATE(evaluate)
        self.message = _MESSAGE(lambda code: ctypes.addressof(self._last) if code == 1 else None)


def _pointer(function):
    return ctypes.cast(function, ctypes.c_void_p).value


def _address_of(function):
    """The address of a C function; None: it is one of Python."""
    if isinstance(function, bool):
        raise TypeError("function is no function")
    if isinstance(function, int):
        return function
    if isinstance(function, ctypes._CFuncPtr):
        return _pointer(function)
    if isinstance(getattr(function, "address", None), int):  # a cfunc of Numba
        return function.address
    if not callable(function):
        raise TypeError(f"function is {function!r}: give a function, an address, or a function of ctypes or Numba")
    return None


def _content_of(function, name):
    for one in (function, getattr(function, "_pyfunc", None)):  # a cfunc of Numba has its source there
        try:
            return inspect.getsource(one)
        except (TypeError, OSError):
            continue
    return f"the function {name}, whose source is not known"

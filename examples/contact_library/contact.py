"""The same as contact.c, by ctypes: contact.py LIBRARY, as /usr/lib/libflangeway_contact.so"""
import ctypes
import sys
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_size_t, c_void_p

INTERFACE = 1


class Refused(Exception):
    """The text of the library: findings, or why there is no solution."""


class Contact:
    """One handle. Keys are those of contact files."""

    def __init__(self, library):
        self._lib = ctypes.CDLL(library)
        self._handle = c_void_p()
        self._call("create", c_int(INTERFACE), byref(self._handle), handle=None)

    def __del__(self):
        destroy = self._lib.flangeway_contact_destroy
        destroy.argtypes, destroy.restype = [c_void_p], None
        destroy(self._handle)

    def _call(self, name, *arguments, handle=True):
        function = getattr(self._lib, "flangeway_contact_" + name)
        code = function(*([self._handle] if handle else []), *arguments)
        if code != 0:
            raise Refused(self.message() or f"{name}: code {code}")

    def message(self):
        size = c_size_t()
        get = self._lib.flangeway_contact_get_message
        get(self._handle, None, c_size_t(0), byref(size))
        buffer = ctypes.create_string_buffer(size.value + 1)
        get(self._handle, buffer, c_size_t(size.value + 1), None)
        return buffer.value.decode()

    def set(self, **values):
        """Keys with __ for dots: set(wheel_on_rail__wheelset__y=2e-3)."""
        for key, value in values.items():
            name = c_char_p(key.replace("__", ".").encode())
            if isinstance(value, str):
                self._call("set_text", name, c_char_p(value.encode()))
            elif isinstance(value, bool):
                self._call("set_flag", name, c_int(value))
            elif isinstance(value, (int, float)):
                self._call("set_number", name, c_double(value))
            else:
                self._call("set_numbers", name, c_size_t(len(value)), (c_double * len(value))(*value))

    def solve(self):
        self._call("solve")

    def force(self, frame):
        force, moment = (c_double * 3)(), (c_double * 3)()
        self._call("get_force", c_char_p(frame.encode()), force, moment)
        return list(force), list(moment)

    def patch_count(self):
        count = c_int()
        self._call("get_patch_count", byref(count))
        return count.value

    def patch_number(self, patch, name):
        value = c_double()
        self._call("get_patch_number", c_int(patch), c_char_p(name.encode()), byref(value))
        return value.value

    def field(self, patch, name):
        """Rows of columns."""
        size, geometry = (c_int * 2)(), (c_double * 4)()
        self._call("get_grid", c_int(patch), size, geometry)
        values = (c_double * (size[0] * size[1]))()
        self._call("get_field", c_int(patch), c_char_p(name.encode()), c_size_t(len(values)), values)
        return [values[row * size[0]:(row + 1) * size[0]] for row in range(size[1])]


def main():
    wheel = Contact(sys.argv[1])
    wheel.set(wheel_on_rail__wheel="s1002", wheel_on_rail__rail="60e1", wheel_on_rail__friction__coefficient=0.35,
              wheel_on_rail__rail_place__inclination_angle=0.025, wheel_on_rail__vertical_force=80e3,
              wheel_on_rail__wheelset__speed=30, wheel_on_rail__wheelset__y=2e-3, wheel_on_rail__wheelset__yaw=1e-3)
    wheel.solve()
    (x, y, z), _ = wheel.force("track")
    print(f"{wheel.patch_count()} patch: longitudinal {x:.1f} N, lateral {y:.1f} N, vertical {z:.1f} N on the wheel")
    pressure = wheel.field(0, "pressure")
    print(f"{len(pressure[0])} x {len(pressure)} elements, largest pressure {1e-6 * max(map(max, pressure)):.1f} MPa, "
          f"contact angle {wheel.patch_number(0, 'contact_angle'):.4f} rad")
    try:
        wheel.set(wheel_on_rail__wheelset__yaaw=1e-3)
        wheel.solve()
    except Refused as refused:
        print(refused)


if __name__ == "__main__":
    main()

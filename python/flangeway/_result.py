"""The methods that every result has: of a run (Result), of a file (Results), and of a part of either (Selection)."""
import difflib
import fnmatch
import html
import importlib
import json

import numpy as np

from ._core import BadInput, Channel, write_parquet

_PATTERN = frozenset("*?[")
_SHOWN_CHANNELS = 8  # in the text of a result
_MAX_PLOTTED = 12  # curves in one plot


class UnknownChannel(BadInput, KeyError):
    """A channel that a result does not have: a KeyError and a BadInput at once, with the nearest name."""

    findings = ()  # of files; none is at fault here

    def __str__(self):
        return self.args[0] if self.args else ""


def _nearest(name, names):
    near = difflib.get_close_matches(name, names, 1)
    return f"; did you mean '{near[0]}'?" if near else ""


def _names(self):
    return [channel.name for channel in self.channels]


def keys(self):
    """Names of all channels, in the order of the run."""
    return _names(self)


def _iterate(self):
    return iter(_names(self))


def _count(self):
    return len(self.channels)


def _contains(self, name):
    return name in _names(self)


def _matching(self, pattern):
    names = fnmatch.filter(_names(self), pattern)
    if not names:
        raise UnknownChannel(f"no channel matches '{pattern}'{_nearest(pattern, _names(self))}")
    return names


def _item(read_one):
    """__getitem__ by a name, a pattern or a list of names; `read_one` reads a channel that is there."""
    def __getitem__(self, key):
        """A channel as an array of shape (rows,); of a pattern as '*.left.Q' or of a list of names, a dict of arrays."""
        if isinstance(key, (list, tuple)):
            return {name: self[name] for name in key}
        if not isinstance(key, str):
            raise TypeError(f"a channel is named by a text, not by {type(key).__name__}; see between() for parts in time")
        if key in self:
            return read_one(self, key)
        if _PATTERN.isdisjoint(key):
            raise UnknownChannel(f"there is no channel '{key}'{_nearest(key, _names(self))}")
        return {name: read_one(self, name) for name in _matching(self, key)}
    return __getitem__


def units(self):
    """The unit of each channel by its name."""
    return {channel.name: channel.unit for channel in self.channels}


def summary(self):
    """What `flangeway run --json` prints, as a dict."""
    return json.loads(self.summary_json)


def rows(self):
    """Number of recorded instants."""
    return len(self["t"])


def table(self):
    """All channels as one array, SI, shape (rows, channels)."""
    return np.column_stack([self[name] for name in _names(self)])


def events(self):
    """The events of the run as a list of dicts with the same keys, ready for pandas.DataFrame."""
    found = self.summary.get("events", [])
    names = list(dict.fromkeys(key for event in found for key in event))
    return [{name: event.get(name) for name in names} for event in found]


def gradient(self, channel, key):
    """The derivative of a channel with respect to a key over time, of a run with gradients=[key], shape (rows,)."""
    return self[f"d({channel})_d({key.rsplit(':', 1)[0]})"]


def between(self, *, time=None, distance=None, chainage=None, channels="*"):
    """The rows from one time, distance or chainage to another, both included, as a Selection.

    time: (from, to) in s; distance: (from, to) in m along the track; chainage: (from, to) in m, 12345.6 for
    km 12.3456, in either order; None on either side: the end of the run.
    channels: a pattern or a list of names; time, distance and chainage are always kept.
    """
    kept = np.ones(len(self["t"]), bool)
    if chainage is not None and None not in chainage:
        chainage = sorted(chainage)
    for name, limits in (("t", time), ("distance", distance), ("chainage", chainage)):
        if limits is None:
            continue
        if name == "chainage" and name not in self:
            raise ValueError("the track of this result has no chainage; give distance instead")
        low, high = limits
        values = self[name]
        kept &= (values >= (-np.inf if low is None else low)) & (values <= (np.inf if high is None else high))
    names = _matching(self, channels) if isinstance(channels, str) else list(channels)
    names = [name for name in ("t", "distance", "chainage") if name in self and name not in names] + names
    values = np.column_stack([self[name][kept] for name in names])
    described = {channel.name: channel for channel in self.channels}
    return Selection([described[name] for name in names], values, self.status, self.summary_json)


def _optional(module, what):
    try:
        return importlib.import_module(module)
    except ImportError:
        raise ImportError(f"{what} needs the package {module}; install it with the manager of your packages") from None


def to_pandas(self):
    """A pandas.DataFrame over time with a column for each channel; `attrs["units"]` has the units."""
    pandas = _optional("pandas", "to_pandas()")
    names = [name for name in _names(self) if name != "t"]
    frame = pandas.DataFrame({name: self[name] for name in names}, index=pandas.Index(self["t"], name="t"))
    frame.attrs["units"] = self.units
    return frame


def to_xarray(self):
    """An xarray.Dataset over time with distance as a second coordinate; each variable has units and a description."""
    xarray = _optional("xarray", "to_xarray()")
    described = {channel.name: {"units": channel.unit, "long_name": channel.description} for channel in self.channels}
    columns = {name: ("t", self[name], described[name]) for name in _names(self)}
    coordinates = {name: columns.pop(name) for name in ("t", "distance", "chainage") if name in columns}
    return xarray.Dataset(columns, coordinates, {"status": str(self.status)})


def to_arrow(self):
    """A pyarrow.Table with a column for each channel, without a copy where the channel is contiguous; fields have units."""
    arrow = _optional("pyarrow", "to_arrow()")
    fields = [arrow.field(channel.name, arrow.float64(), metadata={"unit": channel.unit}) for channel in self.channels]
    return arrow.Table.from_arrays([arrow.array(self[name]) for name in _names(self)], schema=arrow.schema(fields))


def to_polars(self):
    """A polars.DataFrame with a column for each channel."""
    polars = _optional("polars", "to_polars()")
    return polars.DataFrame({name: self[name] for name in _names(self)})


def to_parquet(self, path, force=False):
    """Writes all channels as a Parquet file, which needs no other package; its metadata have the units.

    force: over a file that exists. See `between()` for parts in time and for fewer channels.
    """
    facts = [("status", str(self.status)), ("summary", self.summary_json)]
    write_parquet(str(path), list(self.channels), [self[name] for name in _names(self)], facts, force)


def plot(self, channels, x="t", axes=None):
    """Draws channels (a name, a pattern or a list) over x with matplotlib; one plot for each unit. Gives the axes.

    axes: matplotlib axes to draw into, one for each unit; new ones where not given.
    """
    pyplot = _optional("matplotlib.pyplot", "plot()")
    names = _matching(self, channels) if isinstance(channels, str) and channels not in self else channels
    names = [names] if isinstance(names, str) else list(names)
    if len(names) > _MAX_PLOTTED:
        raise ValueError(f"{len(names)} curves cannot be told apart in one plot; choose {_MAX_PLOTTED} at most")
    all_units = self.units
    by_unit = {}
    for name in names:
        curve = self[name]
        by_unit.setdefault(all_units[name], []).append((name, curve))
    if axes is None:
        axes = pyplot.subplots(len(by_unit), 1, sharex=True, squeeze=False)[1][:, 0]
    axes = np.atleast_1d(axes)
    if len(axes) != len(by_unit):
        raise ValueError(f"the channels have {len(by_unit)} units, but {len(axes)} axes were given")
    styles = ["-", "--", "-.", ":"]
    for one, (unit, curves) in zip(axes, by_unit.items()):
        for number, (name, curve) in enumerate(curves):
            one.plot(self[x], curve, styles[number // 3 % 4], label=name)
        one.set_ylabel(unit if unit != "1" else "")
        one.legend()
        one.grid(True)
    axes[-1].set_xlabel(f"{'time' if x == 't' else x} [{all_units[x]}]")
    return axes


def _facts(self):
    time, distance = self["t"], self["distance"] if "distance" in self else None
    facts = [f"{len(time)} rows", f"{len(self)} channels"]
    if len(time):
        facts.append(f"t {time[0]:g} to {time[-1]:g} s")
        if distance is not None:
            facts.append(f"distance {distance[0]:g} to {distance[-1]:g} m")
    return facts


def _text(self):
    return f"<flangeway.{type(self).__name__} {self.status}: {', '.join(_facts(self))}>"


def _page(self):
    """A table for notebooks."""
    rows_shown = []
    for channel in self.channels[:_SHOWN_CHANNELS]:
        values = self[channel.name]
        low, high = (f"{values.min():.4g}", f"{values.max():.4g}") if len(values) else ("", "")
        cells = (channel.name, channel.unit, low, high, channel.description)
        rows_shown.append("<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in cells) + "</tr>")
    more = len(self.channels) - len(rows_shown)
    rest = f"<p>and {more} more channels</p>" if more > 0 else ""
    head = "".join(f"<th>{name}</th>" for name in ("channel", "unit", "least", "largest", "description"))
    return (f"<p><b>{html.escape(type(self).__name__)}</b> {html.escape(str(self.status))}: "
            f"{html.escape(', '.join(_facts(self)))}</p><table><tr>{head}</tr>{''.join(rows_shown)}</table>{rest}")


def _equal(self, other):
    if not hasattr(other, "channels") or not hasattr(other, "summary_json"):
        return NotImplemented
    return (self.units == other.units and self.status == other.status
            and all(np.array_equal(self[name], other[name]) for name in _names(self)))


def copy(self):
    """A Selection of all rows and channels, in memory and independent of the file or run."""
    return Selection(list(self.channels), np.array(table(self)), self.status, self.summary_json)


class Selection:
    """Rows and channels of a result, in memory: what between() and copy() give, and what a pickled result becomes."""

    __slots__ = ("channels", "values", "status", "summary_json", "_columns")

    def __init__(self, channels, values, status, summary_json):
        self.channels, self.values, self.status, self.summary_json = list(channels), values, str(status), summary_json
        self._columns = {channel.name: i for i, channel in enumerate(self.channels)}

    def __reduce__(self):
        described = [(c.name, c.unit, c.frame, c.description) for c in self.channels]
        return _restore, (described, self.values, self.status, self.summary_json)

    @property
    def warnings(self):
        """Warnings of the run."""
        return self.summary.get("warnings", [])


def _restore(described, values, status, summary_json):
    return Selection([Channel(*one) for one in described], values, status, summary_json)


def _reduce(self):
    return copy(self).__reduce__()


def _read_column(self, name):
    return self.values[:, self._columns[name]]


def add_methods(classes):
    """Gives each class the methods of results; `classes` are (class, function that reads a channel that is there)."""
    for one, read in classes:
        one.__getitem__ = _item(read)
        one.__iter__, one.__len__, one.__contains__ = _iterate, _count, _contains
        one.__repr__, one._repr_html_, one.__eq__ = _text, _page, _equal
        one.__hash__ = object.__hash__
        one.units, one.summary, one.events = property(units), property(summary), property(events)
        for method in (keys, between, gradient, copy, to_pandas, to_xarray, to_arrow, to_polars, to_parquet, plot):
            setattr(one, method.__name__, method)
        if one is not Selection:
            one.__reduce__ = _reduce
        if not hasattr(one, "rows"):
            one.rows = property(rows)
        if not hasattr(one, "values") and one is not Selection:
            one.values = property(table)


add_methods([(Selection, _read_column)])

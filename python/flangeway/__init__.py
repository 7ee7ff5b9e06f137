"""Flangeway: how a railway vehicle runs on a track.

    import flangeway

    case = flangeway.load_case("models/cases/manchester_r500.toml", {"speed": 25})
    result = case.run()
    y = result["wheelset1.y"]          # NumPy array, in SI; result.units["wheelset1.y"] is "m"
    print(result.summary["wheels"])

Files and dicts are the same: wherever a function takes a file, it also takes a dict with the keys of that file
(`flangeway explain KEY` says what a key means). Units are SI; x forward, y left, z up.

Bad data raises BadInput, with the text of the command line; a computation that fails raises NumericalFailure.
"""
import json as _json
import os as _os

from . import _core, _result, _toml, assess, identify, optimise, uncertainty, virtual_sensors
from ._core import (BadInput, Case, Channel, Finding, Material, NumericalFailure, Profile, Recording, Result, Results,
                    StudyTable, Track, WheelsetGeometry, continue_run, creep_forces, hertz, load_profile,
                    load_recording, profile_from_points, random_uses, standard_profiles, worn_wheel)
from ._law import Law
from ._result import Selection, UnknownChannel
from ._study import Study

__version__ = _core.__version__
__all__ = ["BadInput", "Case", "Channel", "Finding", "Law", "Material", "NumericalFailure", "Profile", "Recording", "Result", "Results",
           "Selection", "Study", "StudyTable", "Track", "UnknownChannel", "WheelsetGeometry", "continue_run", "creep_forces", "hertz", "load_case",
           "evolve", "load_profile", "load_recording", "load_track", "profile_from_points", "random_uses", "run_study", "solve_contact", "standard_profiles",
           "worn_wheel"]


def load_case(case, set=None, *, vehicle=None, track=None):
    """A case ready to run, from a file or a dict with its keys.

    set: changes as those of --set, {"speed": 25, "vehicle.bodies[0].mass": 1e4}, or a list of texts.
    vehicle, track: a file or a dict, in place of the ones that the case names.
    Relative paths in a dict start from the working folder.
    """
    loaded = _core.load_case(_toml.source(case, "case"),
                             None if vehicle is None else _toml.source(vehicle, "vehicle"),
                             None if track is None else _toml.source(track, "track"), _toml.assignments(set))
    loaded._loaded_from = tuple(_lasting(source) for source in (case, vehicle, track)) + (set,)
    return loaded


def _lasting(source):
    """A source that means the same in another working folder."""
    return source if source is None or isinstance(source, dict) else _os.path.abspath(source)


def _load_again(case, vehicle, track, set):
    return load_case(case, set, vehicle=vehicle, track=track)


def _reduce_case(self):
    """Pickled as its files or dicts and its changes: it is loaded again where it arrives."""
    return _load_again, self._loaded_from


Case.__reduce__ = _reduce_case


def load_track(track, set=None):
    """A track, from a file or a dict with its keys; set: as in load_case."""
    return _core.load_track(_toml.source(track, "track"), _toml.assignments(set))


def solve_contact(contact, set=None, *, threads=1, fields=True, law=None):
    """Solves contact patches in detail, from a contact file or a dict with its keys; a dict for each case.

    A file whose name ends in .inp is a deck of the program CONTACT. Its values are in the units and axes of that program
    (mm, N, N/mm²); the fields are in SI all the same. A UserWarning names what a deck says in vain.
    status: 'solved' or why not (message); values: the numbers of `flangeway contact --json`; patches: for each patch a
    dict of fields {name: (array, unit)}, arrays of shape (ny, nx) on the grid x (nx,), y (ny,): gap, pressure,
    traction_x, traction_y, slip_x, slip_y, displacement_x, …; empty without `fields`.
    law: file of a wear law. The values of patches that roll then have `wear`, and their fields the depth of each row.
    """
    results = _core.solve_contact(_toml.source(contact, "contact"), _toml.assignments(set), threads, fields,
                                  str(law or ""))
    for result in results:
        result["values"] = _json.loads(result.pop("json"))
    return results


def run_study(study, folder, set=None, *, jobs=0, progress=None, force=False):
    """Runs a study file, or a dict with its keys, in a folder; goes on where an interrupted one stopped.

    jobs: runs at a time, 0 for one per hardware thread. progress(done, total): False ends the study in order.
    force: removes the results of another study in the folder. Gives the table of the results.
    """
    return _core.run_study(_toml.source(study, "study"), _toml.assignments(set), str(folder), jobs, progress, force)


def evolve(line, folder, set=None, *, jobs=0, progress=None, force=False):
    """Lets wheel profiles evolve over a line file, or a dict with its keys; goes on where an interrupted one stopped.

    jobs: runs at a time, 0 for one per hardware thread. progress(mileage): called with m; False ends the work in
    order. force: removes the results of another line in the folder. Gives what `flangeway evolve --json` prints, as a
    dict; the folder has the profiles.
    """
    return _json.loads(_core.evolve(_toml.source(line, "line"), _toml.assignments(set), str(folder), jobs, progress,
                                   force))


def _enter(self):
    return self


def _leave(self, *_):
    """Result files are read as needed; nothing stays open longer than the object."""


Results.__enter__, Results.__exit__ = _enter, _leave
_result.add_methods([(Result, Result.__getitem__), (Results, Results.__getitem__)])

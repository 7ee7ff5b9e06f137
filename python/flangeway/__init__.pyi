import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import assess as assess
from . import optimise as optimise
from . import uncertainty as uncertainty

__version__: str

_Array = NDArray[np.float64]
_Source = str | os.PathLike[str] | Mapping[str, Any]
_Settings = Mapping[str, Any] | Sequence[str] | None
_Kind = Literal["wheel", "rail"]

class Finding:
    file: str
    line: int
    column: int
    key: str
    problem: str
    got: str
    allowed: str
    advice: str

class BadInput(ValueError):
    findings: list[Finding]

class NumericalFailure(RuntimeError):
    result: Result | None

class Profile:
    kind: _Kind
    name: str
    source: str
    length: float
    points: _Array
    repairs: list[str]
    measures: dict[str, float | None]
    def at(self, s: ArrayLike) -> _Array: ...
    def curvature(self, s: ArrayLike, window: float = ...) -> _Array: ...
    def csv(self) -> str: ...

def load_profile(name_or_file: str, kind: _Kind | None = ..., smoothing: float = ...) -> Profile: ...
def profile_from_points(points: ArrayLike, kind: _Kind, name: str = ..., smoothing: float = ...) -> Profile: ...
def standard_profiles(kind: _Kind) -> list[str]: ...

class Track:
    name: str
    length: float
    segments: list[dict[str, float]]
    def curvature(self, s: ArrayLike) -> _Array: ...
    def cant(self, s: ArrayLike) -> _Array: ...
    def gradient(self, s: ArrayLike) -> _Array: ...
    def centreline(self, s: ArrayLike) -> _Array: ...
    def irregularities(self, s: ArrayLike) -> _Array: ...
    def summary(self) -> dict[str, Any]: ...
    def table(self) -> str: ...
    def picture(self) -> str: ...

class Recording:
    s: _Array
    names: list[str]
    def __getitem__(self, name: str) -> _Array: ...
    def shift(self, other: Recording, reach: float = ...) -> dict[str, Any]: ...
    def quality(self, section: float = ..., speed_kmh: float = ..., limits: str | None = ...) -> dict[str, Any]: ...
    def spectra(self, segment: float = ..., other: Recording | None = ..., reach: float = ...) -> dict[str, Any]: ...

def load_recording(file: str, gaps: str = ..., chord: tuple[float, float] | None = ...) -> Recording: ...

def load_track(track: _Source, set: _Settings = ...) -> Track: ...

class WheelsetGeometry:
    def __init__(self, wheel: Profile, rail: Profile, wheel_right: Profile | None = ..., rail_right: Profile | None = ...,
                 gauge: float = ..., inclination: float = ..., tape_circle: float = ..., radius: float = ...,
                 lateral_position: float | None = ...) -> None: ...
    def positions(self, y: ArrayLike, gauge_variation: float = ...) -> dict[str, _Array]: ...
    def flange_contact(self) -> dict[str, float] | None: ...
    def radius_difference(self, roll: bool = ...) -> tuple[_Array, _Array]: ...
    def conicity(self, amplitudes: Sequence[float], roll: bool = ...) -> dict[str, _Array]: ...

def worn_wheel(wheel: Profile, rail: Profile, mean_shift: float = ..., shift_spread: float = ...,
               worn_area: float = ..., flange_share: float = ..., waviness: float = ..., passes: int = ...,
               seed: int = ...) -> Profile: ...
def random_uses(count: int, seed: int) -> list[dict[str, Any]]: ...

class Material:
    youngs_modulus: float
    poisson_ratio: float
    shear_modulus: float
    def __init__(self, youngs_modulus: float = ..., poisson_ratio: float = ...) -> None: ...

def hertz(curvature_longitudinal: float, curvature_lateral: float, normal_force: float,
          material: Material = ...) -> dict[str, float]: ...
def creep_forces(creepages: ArrayLike, curvature_longitudinal: float, curvature_lateral: float, normal_force: float,
                 friction: float = ..., law: str = ..., material: Material = ...) -> _Array: ...
def solve_contact(contact: _Source, set: _Settings = ..., *, threads: int = ...,
                  fields: bool = ..., law: str | os.PathLike[str] | None = ...) -> list[dict[str, Any]]: ...

class Channel:
    name: str
    unit: str
    frame: str
    description: str

class Result:
    status: Literal["completed", "derailed", "stopped"]
    summary: dict[str, Any]
    summary_json: str
    summary_text: str
    warnings: list[str]
    channels: list[Channel]
    units: dict[str, str]
    values: _Array
    def __getitem__(self, name: str) -> _Array: ...

class Results:
    path: str
    channels: list[Channel]
    units: dict[str, str]
    rows: int
    status: Literal["running", "completed", "derailed", "stopped"]
    summary: dict[str, Any]
    summary_json: str
    def __init__(self, path: str) -> None: ...
    def __contains__(self, name: str) -> bool: ...
    def __getitem__(self, name: str) -> _Array: ...
    def patch(self, wheel: str, at: float | list[float], folder: str, force: bool = ...) -> str: ...

class Case:
    name: str
    track_length: float
    bodies: list[str]
    channels: list[Channel]
    def run(self, progress: Callable[[float, float], Any] | None = ..., on_row: Callable[[_Array], Any] | None = ...,
            output: str | None = ..., force: bool = ..., checkpoint: float = ...,
            controllers: dict[str, Callable[[float, list[float]], Any]] = ...) -> Result: ...
    def modes(self, dampers: bool = ..., steady: bool = ...) -> list[dict[str, Any]]: ...
    def wear(self, law: str, elements: int = ..., yield_in_shear: float = ...) -> dict[str, Any]: ...
    def stability(self, lowest: float = ..., highest: float = ..., speeds: int = ..., branches: int = ...,
                  intervals: int = ...) -> dict[str, Any]: ...
    def ramp(self, lowest: float = ..., highest: float = ..., rate: float = ...,
             disturbance: float = ...) -> dict[str, Any]: ...
    def quasistatic(self, test: str, **options: float | list[float] | str) -> dict[str, Any]: ...
    def response(self, lowest: float = ..., highest: float = ..., count: int = ..., channels: list[str] = ...,
                 points: list[str] = ..., spectrum: str | None = ...) -> dict[str, Any]: ...

def load_case(case: _Source, set: _Settings = ..., *, vehicle: _Source | None = ...,
              track: _Source | None = ...) -> Case: ...

def continue_run(file: str, progress: Callable[[float, float], Any] | None = ...,
                 on_row: Callable[[_Array], Any] | None = ..., checkpoint: float = ...) -> Result: ...

class Study:
    def __init__(self, study: _Source, set: _Settings = ...) -> None: ...
    def run(self, client: Any = ..., output: str | os.PathLike[str] | None = ..., *, jobs: int = ..., retries: int = ...,
            progress: Callable[[int, int], Any] | None = ..., force: bool = ...) -> StudyTable: ...

class StudyTable:
    columns: dict[str, str]
    def __len__(self) -> int: ...
    def __getitem__(self, name: str) -> _Array | list[str]: ...

def evolve(line: _Source, folder: str | os.PathLike[str], set: _Settings = ..., *, jobs: int = ...,
           progress: Callable[[float], Any] | None = ..., force: bool = ...) -> dict[str, Any]: ...
def run_study(study: _Source, folder: str | os.PathLike[str], set: _Settings = ..., *, jobs: int = ...,
              progress: Callable[[int, int], Any] | None = ..., force: bool = ...) -> StudyTable: ...

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import Case

MEASURES: tuple[str, str, str, str]

@dataclass
class Estimate:
    time: NDArray[np.float64]
    distance: NDArray[np.float64]
    values: dict[str, NDArray[np.float64]]
    deviations: dict[str, float]
    prior: dict[str, float]
    log_likelihood: float
    def interval(self, name: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...

@dataclass
class Fitted:
    values: dict[str, float]
    deviations: dict[str, float]
    covariance: NDArray[np.float64]
    log_likelihood: float
    iterations: int
    converged: bool
    at_bound: list[str] = ...
    def interval(self, name: str) -> tuple[float, float]: ...

def estimate(case: Case, rate: float, measured: Mapping[str, ArrayLike], noise: float | Mapping[str, float],
             wanted: Iterable[str] = ..., *, spectrum: str | Callable[[NDArray[np.float64]], ArrayLike] = ...,
             wavelengths: tuple[float, float] = ..., margin: float = ..., model_error: float = ...) -> Estimate: ...
def fit(load: Callable[[dict[str, float]], Case], parameters: Mapping[str, tuple[float, float, float]], rate: float,
        measured: Mapping[str, ArrayLike], noise: float | Mapping[str, float], *,
        spectrum: str | Callable[[NDArray[np.float64]], ArrayLike] = ..., wavelengths: tuple[float, float] = ...,
        margin: float = ..., iterations: int = ...) -> Fitted: ...

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

@dataclass
class Identified:
    values: dict[str, float]
    deviations: dict[str, float]
    covariance: NDArray[np.float64]
    correlation: NDArray[np.float64]
    residuals: NDArray[np.float64]
    chi_square: float
    degrees: int
    iterations: int
    converged: bool
    at_bound: list[str] = ...
    unidentified: list[str] = ...
    def interval(self, name: str) -> tuple[float, float]: ...

def fit(model: Callable[[dict[str, float]], ArrayLike], measured: ArrayLike, noise: ArrayLike,
        parameters: Mapping[str, tuple[float, float, float]], priors: Mapping[str, tuple[float, float]] | None = ..., *,
        jobs: int = ..., iterations: int = ..., tolerance: float = ...) -> Identified: ...
def identify(case: str | os.PathLike[str] | Mapping[str, Any], times: ArrayLike, measured: Mapping[str, ArrayLike],
             parameters: Mapping[str, tuple[float, float, float]], *, noise: Mapping[str, ArrayLike],
             priors: Mapping[str, tuple[float, float]] | None = ..., set: Mapping[str, Any] | None = ...,
             jobs: int = ..., iterations: int = ...) -> Identified: ...

"""Parameters of a case from measured channels: least squares with noise, bounds and prior knowledge.

    from flangeway import identify

    found = identify.identify("models/cases/manchester_r500.toml", times, {"wheelset1.y": y},
                              {"vehicle.parameters.primary_stiffness": (1e7, 3e6, 35e6)}, noise={"wheelset1.y": 1e-4})
    print(found)                  # values with standard deviations and remarks
    print(found.covariance)

Derivatives are central differences of runs side by side: two runs for each parameter and iteration.
"""
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from ._core import NumericalFailure

__all__ = ["Identified", "fit", "identify"]

_STEP = 1e-4  # of the range of a parameter: truncation of 1e-8, and rounding far below the noise of measurements
_MAX_DAMPING = 1e8


@dataclass
class Identified:
    """Parameters that were identified.

    values, deviations: by parameter, the estimate and its standard deviation. covariance, correlation: in the order of
    values. residuals: (measured - computed)/noise. chi_square: their sum of squares; about `degrees` where model and
    noise are right. converged: whether the last step was small. at_bound: parameters that ended at a bound, whose
    deviation says nothing. unidentified: parameters about which the measurement says no more than their range.
    """
    values: dict
    deviations: dict
    covariance: np.ndarray
    correlation: np.ndarray
    residuals: np.ndarray
    chi_square: float
    degrees: int
    iterations: int
    converged: bool
    at_bound: list = field(default_factory=list)
    unidentified: list = field(default_factory=list)

    def interval(self, name):
        """The interval that holds the true value with 95 %, if model and noise are right."""
        return (self.values[name] - 1.959964 * self.deviations[name], self.values[name] + 1.959964 * self.deviations[name])

    def __str__(self):
        lines = [f"{name} = {value:.6g} ± {self.deviations[name]:.2g}{self._remark(name)}" for name, value in self.values.items()]
        lines.append(f"chi square {self.chi_square:.4g} of {self.degrees} degrees of freedom, {self.iterations} iterations"
                     f"{'' if self.converged else ', not converged'}")
        return "\n".join(lines)

    def _remark(self, name):
        if name in self.at_bound:
            return " (at its bound)"
        return " (not identified by this measurement)" if name in self.unidentified else ""


class _Problem:
    """Residuals over parameters that are scaled to 0 … 1 between their bounds."""

    def __init__(self, model, measured, noise, parameters, priors, jobs):
        self.model, self.jobs, self.names = model, jobs, list(parameters)
        self.measured = np.asarray(measured, float).ravel()
        self.noise = np.broadcast_to(np.asarray(noise, float), np.shape(measured)).ravel()
        self.start, self.low, self.high = np.array([parameters[name] for name in self.names], float).reshape(-1, 3).T
        self.prior = np.full((2, len(self.names)), np.nan)
        for name, knowledge in (priors or {}).items():
            if name not in parameters:
                raise ValueError(f"priors has {name}, which is no parameter")
            self.prior[:, self.names.index(name)] = knowledge
        self._check()

    def _check(self):
        if not self.names:
            raise ValueError("there are no parameters")
        for name, start, low, high in zip(self.names, self.start, self.low, self.high):
            if not (np.isfinite([start, low, high]).all() and low < high and low <= start <= high):
                raise ValueError(f"{name}: give (start, lowest, highest) and not {(start, low, high)!r}")
        if not (np.isfinite(self.measured).all() and self.measured.size):
            raise ValueError("measured has no numbers, or some that are not finite")
        if not (np.isfinite(self.noise).all() and (self.noise > 0).all()):
            raise ValueError("noise must be > 0: the standard deviation of each measured number")
        if not (np.isnan(self.prior[1]) | (self.prior[1] > 0)).all():
            raise ValueError("priors are (mean, standard deviation > 0)")

    def values(self, x):
        return dict(zip(self.names, (self.low + x * (self.high - self.low)).tolist()))

    def computed(self, x):
        found = np.asarray(self.model(self.values(x)), float).ravel()
        if found.shape != self.measured.shape:
            raise ValueError(f"the model gives {found.size} numbers, and {self.measured.size} were measured")
        if not np.isfinite(found).all():
            raise NumericalFailure("the model gives numbers that are not finite")
        return found

    def residuals(self, computed, x):
        known = ~np.isnan(self.prior[1])
        theta = self.low + x * (self.high - self.low)
        return np.concatenate([(self.measured - computed) / self.noise,
                               ((self.prior[0] - theta) / self.prior[1])[known]])

    def jacobian(self, x):
        """Derivatives of the computed numbers over the noise, and of the priors, negative residuals' slopes."""
        above, below = np.minimum(x + _STEP, 1), np.maximum(x - _STEP, 0)
        points = []
        for i in range(len(x)):
            for side in (above, below):
                point = x.copy()
                point[i] = side[i]
                points.append(point)
        if self.jobs > 1:
            with ThreadPoolExecutor(self.jobs) as pool:
                found = list(pool.map(self.computed, points))
        else:
            found = [self.computed(point) for point in points]
        columns = [(found[2 * i] - found[2 * i + 1]) / (above[i] - below[i]) / self.noise for i in range(len(x))]
        known = ~np.isnan(self.prior[1])
        prior = np.diag((self.high - self.low) / self.prior[1])[known]
        return np.vstack([np.array(columns).T, prior])


def _free(x, gradient):
    """Parameters that may move: not those at a bound which they press against. gradient: of the cost."""
    return ~(((x <= 0) & (gradient > 0)) | ((x >= 1) & (gradient < 0)))


def fit(model, measured, noise, parameters, priors=None, *, jobs=1, iterations=50, tolerance=1e-4):
    """The parameters with which a model comes nearest to a measurement, by damped Gauss-Newton steps.

    model: gives the computed numbers for a dict of parameters. measured: numbers. noise: their standard deviation, one
    or each. parameters: (start, lowest, highest) by name. priors: (mean, standard deviation) by name, where something
    is known beforehand. tolerance: of the last step, over the deviations. jobs: threads that call the model. Gives
    Identified.
    """
    problem = _Problem(model, measured, noise, parameters, priors, jobs)
    x = (problem.start - problem.low) / (problem.high - problem.low)
    rest = problem.residuals(problem.computed(x), x)
    damping, converged, count = 0.0, False, 0
    jacobian = problem.jacobian(x)
    while count < iterations and not converged:
        count += 1
        gradient = -jacobian.T @ rest
        free = _free(x, gradient)
        moved = _try_step(problem, x, rest, jacobian, free, damping)
        if moved is None:
            damping = max(10 * damping, 1e-4)
            if damping > _MAX_DAMPING:
                break
            continue
        step, x, rest = moved
        damping = damping / 10 if damping > 1e-6 else 0.0
        jacobian = problem.jacobian(x)
        converged = np.linalg.norm(jacobian @ step) <= tolerance * max(1, np.sqrt(len(x)))
    return _identified(problem, x, rest, jacobian, count, bool(converged))


def _try_step(problem, x, rest, jacobian, free, damping):
    """(step, new x, new residuals); None: it makes the residuals larger."""
    step = np.zeros_like(x)
    if free.any():
        part = jacobian[:, free]
        scale = np.maximum(np.sqrt((part**2).sum(axis=0)), 1e-12)
        stacked = np.vstack([part / scale, np.sqrt(damping) * np.eye(part.shape[1])])
        step[free] = np.linalg.lstsq(stacked, np.concatenate([rest, np.zeros(part.shape[1])]), rcond=1e-10)[0] / scale
    new = np.clip(x + step, 0, 1)
    if np.array_equal(new, x):
        return step * 0, x, rest
    try:
        found = problem.residuals(problem.computed(new), new)
    except NumericalFailure:
        return None
    return (new - x, new, found) if found @ found <= rest @ rest * (1 + 1e-12) else None


def _identified(problem, x, rest, jacobian, count, converged):
    extent = problem.high - problem.low
    # Directions about which nothing is known get the deviation of the whole range and more, not a small one.
    _, sizes, directions = np.linalg.svd(jacobian, full_matrices=False)
    inverse = 1 / np.maximum(sizes, 1e-8)**2
    covariance = (directions.T * inverse) @ directions * np.outer(extent, extent)
    deviations = np.sqrt(np.diag(covariance))
    names = problem.names
    uniform = extent / np.sqrt(12)
    return Identified(values=problem.values(x), deviations=dict(zip(names, deviations.tolist())), covariance=covariance,
                      correlation=covariance / np.outer(deviations, deviations),
                      residuals=rest[:problem.measured.size], chi_square=float(rest @ rest),
                      degrees=rest.size - len(names), iterations=count, converged=converged,
                      at_bound=[name for name, place in zip(names, x) if place <= 0 or place >= 1],
                      unidentified=[name for name, own, all_ in zip(names, deviations, uniform) if own > all_])


def identify(case, times, measured, parameters, *, noise, priors=None, set=None, jobs=1, iterations=50):
    """Numeric keys of a case from measured channels of a run.

    case, set: as of load_case. times: of the measurement in s, from the start of the run; the channels are
    interpolated between recorded rows (output.interval). measured, noise: by channel, numbers at these times and their
    standard deviation. parameters: key: (start, lowest, highest). priors: key: (mean, standard deviation). jobs: runs
    side by side. Gives Identified. ValueError: the run ends before the last time. NumericalFailure: a run fails at the
    start values.
    """
    from . import load_case  # the package imports this module

    times = np.asarray(times, float)
    channels = list(measured)
    if sorted(channels) != sorted(noise):
        raise ValueError("noise and measured do not have the same channels")
    settings = dict(set or {})

    def model(values):
        result = load_case(case, {**settings, **values}).run()
        recorded = result["t"]
        if times[-1] > recorded[-1] * (1 + 1e-9) or times[0] < recorded[0]:
            raise ValueError(f"times end at {times[-1]} s, where the run has {recorded[0]} to {recorded[-1]} s")
        return np.concatenate([np.interp(times, recorded, result[channel]) for channel in channels])

    numbers = np.concatenate([np.broadcast_to(np.asarray(measured[name], float), times.shape) for name in channels])
    noises = np.concatenate([np.broadcast_to(np.asarray(noise[name], float), times.shape) for name in channels])
    return fit(model, numbers, noises, parameters, priors, jobs=jobs, iterations=iterations)

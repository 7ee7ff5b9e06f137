"""Track irregularities, wheel forces and motions from measured accelerations, with confidence bands.

    from flangeway import virtual_sensors

    case = flangeway.load_case("models/cases/manchester_r500.toml", {"track": "models/tracks/straight_1000.toml"})
    found = virtual_sensors.estimate(case, rate, {"wheelset1:0,1,0.az": left, "wheelset1:0,-1,0.az": right}, noise=0.05,
                                     wanted=["wheelset1.left.Q"])
    found.values["vertical_profile"], found.deviations["vertical_profile"]

The vehicle is linearised about steady running on straight track (Case.linear_model). The irregularities are random with a
known spectrum, and the noise of each sensor is white. Estimate and deviation are then those of the stationary Kalman
smoother, which takes measurements before and after each instant. They are computed frequency by frequency, so that the
delays between wheelsets are exact. Theory: docs/theory/virtual_sensors.md.
"""
from dataclasses import dataclass, field

import numpy as np

from ._core import track_spectrum

__all__ = ["Estimate", "Fitted", "estimate", "fit", "MEASURES"]

MEASURES = ("alignment", "vertical_profile", "gauge_variation", "cross_level")


@dataclass
class Estimate:
    """What was estimated, between the ends of the record that are faded.

    time (s from the first sample), distance (m that the leading wheelset has run since then). values: by name, the
    irregularities under the leading wheelset and the wanted channels, without their means, in the band. deviations: by name,
    the standard deviation of the error. prior: by name, that without any measurement. log_likelihood: of the record.
    """
    time: np.ndarray
    distance: np.ndarray
    values: dict
    deviations: dict
    prior: dict
    log_likelihood: float

    def interval(self, name):
        """The band that holds the true value 95 % of the time, if vehicle, spectrum and noise are right."""
        width = 1.959964 * self.deviations[name]
        return self.values[name] - width, self.values[name] + width

    def __str__(self):
        lines = [f"{name}: ± {1.959964 * self.deviations[name]:.3g} of ± {1.959964 * self.prior[name]:.3g} without measurement"
                 for name in self.values]
        return "\n".join(lines)


@dataclass
class Fitted:
    """Keys that were fitted. values, deviations: by key. covariance: in their order. converged: whether the last step was
    small. at_bound: keys that ended at a bound, whose deviation says nothing."""
    values: dict
    deviations: dict
    covariance: np.ndarray
    log_likelihood: float
    iterations: int
    converged: bool
    at_bound: list = field(default_factory=list)

    def interval(self, name):
        """The interval that holds the true value with 95 %, if vehicle, spectrum and noise are right."""
        return (self.values[name] - 1.959964 * self.deviations[name], self.values[name] + 1.959964 * self.deviations[name])


class _Record:
    """Fourier coefficients of the measurements in the band, and what weighs them."""

    def __init__(self, speed, rate, measured, noise, wavelengths, margin, spectrum, model_error):
        self.names = list(measured)
        rows = [np.asarray(measured[name], float) for name in self.names]
        if len({row.shape for row in rows}) != 1 or rows[0].ndim != 1:
            raise ValueError("the measurements are no series of one length")
        data = np.stack(rows)
        if not np.isfinite(data).all():
            raise ValueError("the measurements have numbers that are not finite")
        if not rate > 0:
            raise ValueError(f"rate is {rate!r}; it must be > 0")
        noise = [noise[name] for name in self.names] if isinstance(noise, dict) else [noise] * len(self.names)
        self.noise = np.array(noise, float)
        if not (np.isfinite(self.noise).all() and (self.noise > 0).all()):
            raise ValueError("noise must be > 0: the standard deviation of each sensor")
        if not 0 <= model_error < 1:
            raise ValueError(f"model_error is {model_error!r}; give a share of 0 to 1")
        self.model_error = model_error
        shortest, longest = wavelengths
        if not 0 < shortest < longest:
            raise ValueError(f"wavelengths is {wavelengths!r}; give the shortest and the longest in m")
        self.rate, self.speed, self.count = rate, speed, data.shape[1]
        self.window = self._window(margin)
        self.inside = slice(round(margin * rate), self.count - round(margin * rate))
        frequencies = np.fft.rfftfreq(self.count, 1 / rate)
        self.bins = np.flatnonzero((frequencies >= speed / longest) & (frequencies <= min(speed / shortest, rate / 2)))
        if len(self.bins) < 8:
            raise ValueError(f"the record of {self.count / rate:g} s has {len(self.bins)} frequencies between waves of {shortest:g} "
                             f"and {longest:g} m at {speed:g} m/s: it is too short")
        self.frequencies = frequencies[self.bins]
        windowed = (data - data.mean(axis=1, keepdims=True)) * self.window
        self.transformed = np.fft.rfft(windowed, axis=1)[:, self.bins].T  # bins × sensors
        power = np.sum(self.window**2)
        self.share = power**2 / (self.count * np.sum(self.window**4))  # of frequencies that are independent
        wave_numbers = 2 * np.pi * self.frequencies / speed
        density = spectrum(wave_numbers) if callable(spectrum) else track_spectrum(spectrum, wave_numbers.tolist())
        density = np.asarray(density, float)
        if density.shape != (len(MEASURES), len(self.bins)) or not (np.isfinite(density).all() and (density > 0).all()):
            raise ValueError("spectrum must give four rows of densities > 0, in m^2/(rad/m)")
        # E|U|^2 of a coefficient: half of the one-sided density per Hz, times rate and power of the window.
        self.prior = density.T * (2 * np.pi / speed) / 2 * rate * power
        self.noise_power = self.noise**2 * power

    def _window(self, margin):
        edge = round(margin * self.rate)
        if not 0 < 2 * edge < self.count:
            raise ValueError(f"margin is {margin!r} s, and the record {self.count / self.rate:g} s")
        window = np.ones(self.count)
        ramp = (1 - np.cos(np.pi * (np.arange(edge) + 0.5) / edge)) / 2
        window[:edge], window[-edge:] = ramp, ramp[::-1]
        return window

    def series(self, coefficients):
        """The series of coefficients in the band, without the ends."""
        whole = np.zeros(self.count // 2 + 1, complex)
        whole[self.bins] = coefficients
        return np.fft.irfft(whole, self.count)[self.inside]

    def deviation(self, variances):
        """Of a series whose coefficients have these variances, where the window is 1."""
        return float(np.sqrt(2 * np.sum(variances) / (np.sum(self.window**2) * self.count)))


def _linear_model(case, names):
    is_point = [":" in name for name in names]
    points = sorted({name.rsplit(".", 1)[0] for name, point in zip(names, is_point) if point})
    model = case.linear_model(channels=[name for name, point in zip(names, is_point) if not point], points=points)
    unknown = [name for name in names if name not in model["channels"]]
    if unknown:
        raise ValueError(f"{unknown[0]} is no channel of the linear model; points have .y, .z, .ay and .az")
    return model


def _transfer(model, names, frequencies):
    """Outputs by name per metre of the four irregularities: frequencies × outputs × 4."""
    rows = [model["channels"].index(name) for name in names]
    matrix = model["A"]
    wheelsets, result = len(model["ahead"]), np.empty((len(frequencies), len(rows), 4), complex)
    twice = np.array(model["accelerations"])[rows]
    for j, frequency in enumerate(frequencies):
        omega = 2 * np.pi * frequency
        wave_number = omega / model["speed"]
        delays = np.exp(1j * wave_number * np.array(model["ahead"]))
        along = (1, 1j * wave_number, -wave_number**2)

        def driven(parts):
            whole = sum(weight * part for weight, part in zip(along, parts))
            return np.tensordot(whole.reshape(len(whole), wheelsets, 4), delays, axes=(1, 0))

        states = np.linalg.solve(1j * omega * np.eye(len(matrix)) - matrix, driven(model["B"]))
        answer = (model["C"] @ states + driven(model["D"]))[rows]
        answer[twice] *= -omega**2
        result[j] = answer
    return result


def _hermitian(matrix):
    return np.conj(np.swapaxes(matrix, -1, -2))


def _covariance(record, transfer):
    """Of the coefficients of the measurements."""
    signal = (transfer * record.prior[:, None, :]) @ _hermitian(transfer)
    places = np.arange(len(record.names))
    extra = record.noise_power + record.model_error**2 * signal[:, places, places].real
    signal[:, places, places] += extra
    return signal


def _log_likelihood(record, covariance):
    misfit = np.einsum("ki,ki->k", record.transformed.conj(), np.linalg.solve(covariance, record.transformed[..., None])[..., 0])
    return float(-record.share * np.sum(np.linalg.slogdet(covariance)[1] + misfit.real))


def estimate(case, rate, measured, noise, wanted=(), *, spectrum="erri_b176_high", wavelengths=(3.0, 70.0), margin=2.0,
             model_error=0.05):
    """Irregularities and channels from measurements; gives an Estimate.

    case: of a stable vehicle, whose start is on straight track. rate: samples per second. measured: series by name: channels of
    a result file, or points "BODY:x,y,z" (m from the centre of gravity) with .y, .z, .ay or .az. noise: standard deviation
    of a sample, of all sensors or by name. wanted: channels and points. spectrum: of the irregularities, as in track files, or
    a function of wave numbers (rad/m) that gives four rows of densities (m^2/(rad/m)). wavelengths: the band in m that is
    estimated; all else is filtered out. margin: s at either end of the record that are faded and left out. model_error: share
    by which the model is wrong about each sensor and each channel, as another noise.
    """
    names = [*measured, *wanted]
    if not measured:
        raise ValueError("measured is empty")
    model = _linear_model(case, names)
    record = _Record(model["speed"], rate, measured, noise, wavelengths, margin, spectrum, model_error)
    both = _transfer(model, names, record.frequencies)
    sensors, others = both[:, :len(record.names)], both[:, len(record.names):]
    covariance = _covariance(record, sensors)
    cross = record.prior[:, :, None] * _hermitian(sensors)
    gain = _hermitian(np.linalg.solve(covariance, _hermitian(cross)))
    inputs = (gain @ record.transformed[..., None])[..., 0]
    prior = np.einsum("ki,ij->kij", record.prior, np.eye(4)).astype(complex)
    posterior = prior - gain @ _hermitian(cross)
    shown = np.concatenate([np.broadcast_to(np.eye(4), (len(record.frequencies), 4, 4)), others], axis=1)
    means = (shown @ inputs[..., None])[..., 0]

    def variances(matrix):
        return np.maximum(np.einsum("kij,kjl,kil->ki", shown, matrix, shown.conj()).real, 0)

    def deviations(found):
        return [record.deviation(found[:, i]) for i in range(shown.shape[1])]

    before, after = variances(prior), variances(posterior)
    after[:, len(MEASURES):] += model_error**2 * before[:, len(MEASURES):]

    names = [*MEASURES, *wanted]
    time = np.arange(record.count)[record.inside] / rate
    return Estimate(time, record.speed * time, {name: record.series(means[:, i]) for i, name in enumerate(names)},
                    dict(zip(names, deviations(after))), dict(zip(names, deviations(before))),
                    _log_likelihood(record, covariance))


_STEP = 1e-3  # of the range of a key


def fit(load, parameters, rate, measured, noise, *, spectrum="erri_b176_high", wavelengths=(3.0, 70.0), margin=2.0, iterations=20):
    """Keys such as stiffnesses and friction that make the measurements most likely; gives a Fitted.

    load: a function of values by key that gives the case with them. parameters: (start, lowest, highest) by key. The rest as
    for estimate(). Irregularities need not be known: the likelihood is that of the spectra and cross spectra of all sensors,
    after Whittle, which is maximised by scoring with their Fisher information. Errors of the model are not in the deviations.
    """
    names = list(parameters)
    if not names:
        raise ValueError("there are no parameters")
    start, low, high = np.array([parameters[name] for name in names], float).reshape(-1, 3).T
    if not (np.isfinite([start, low, high]).all() and (low < high).all() and (low <= start).all() and (start <= high).all()):
        raise ValueError("parameters are (start, lowest, highest) with finite numbers in this order")
    if not measured:
        raise ValueError("measured is empty")

    def model_at(x):
        return _linear_model(load(dict(zip(names, (low + x * (high - low)).tolist()))), list(measured))

    x = (start - low) / (high - low)
    record = _Record(model_at(x)["speed"], rate, measured, noise, wavelengths, margin, spectrum, 0)

    def covariance_at(x):
        return _covariance(record, _transfer(model_at(x), record.names, record.frequencies))

    def scored(x, covariance):
        slopes = []
        for i in range(len(x)):
            above, below = x.copy(), x.copy()
            above[i], below[i] = min(x[i] + _STEP, 1), max(x[i] - _STEP, 0)
            slopes.append((covariance_at(above) - covariance_at(below)) / (above[i] - below[i]))
        whitened = [np.linalg.solve(covariance, slope) for slope in slopes]
        solved = np.linalg.solve(covariance, record.transformed[..., None])
        score = np.array([np.sum((_hermitian(solved) @ slope @ solved)[:, 0, 0].real - np.trace(white, axis1=1, axis2=2).real)
                          for slope, white in zip(slopes, whitened)])
        information = np.array([[np.sum(np.einsum("kij,kji->k", one, other).real) for other in whitened] for one in whitened])
        return record.share * score, record.share * information

    covariance, damping, converged = covariance_at(x), 1e-3, False
    likelihood = _log_likelihood(record, covariance)
    for iteration in range(1, iterations + 1):
        score, information = scored(x, covariance)
        held = ((x <= 0) & (score < 0)) | ((x >= 1) & (score > 0))
        free = np.flatnonzero(~held)
        step = np.zeros_like(x)
        if len(free):
            inner = information[np.ix_(free, free)]
            step[free] = np.linalg.solve(inner + damping * np.diag(np.diag(inner) + 1e-12), score[free])
        moved = np.clip(x + step, 0, 1)
        size = np.max(np.abs(moved - x))
        if size < 1e-5:
            converged = True
            break
        tried = covariance_at(moved)
        better = _log_likelihood(record, tried)
        if better > likelihood:
            x, covariance, likelihood, damping = moved, tried, better, damping / 10
        else:
            damping = max(10 * damping, 1e-3)
            if damping > 1e8:
                break
    _, information = scored(x, covariance)
    scale = high - low
    inverse = np.linalg.pinv(information, hermitian=True) * np.outer(scale, scale)
    values = dict(zip(names, (low + x * scale).tolist()))
    at_bound = [name for name, one in zip(names, x) if one <= 0 or one >= 1]
    return Fitted(values, dict(zip(names, np.sqrt(np.diag(inverse)).tolist())), inverse, likelihood, iteration, converged, at_bound)

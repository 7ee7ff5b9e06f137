"""Draws samples and analyses the results of any function at them: sensitivities, quantiles, polynomials.

    from flangeway import uncertainty

    points = uncertainty.saltelli(1024, 3)
    y = [f(*(2 * points[i] - 1)) for i in range(len(points))]
    print(uncertainty.sobol_indices(y, 3)["total"])         # rows: value, lower, upper

Points lie between 0 and 1; `quantiles` makes values of a distribution of them. The same seed gives the same points on
every machine. What cannot be used raises ValueError with the reason.
"""
from ._core.uncertainty import (correlate, latin_hypercube, morris, morris_effects, polynomial_chaos, probability,
                                quantile, quantiles, random, rank_correlation, saltelli, sobol, sobol_indices)

__all__ = ["correlate", "latin_hypercube", "morris", "morris_effects", "polynomial_chaos", "probability", "quantile",
           "quantiles", "random", "rank_correlation", "saltelli", "sobol", "sobol_indices"]

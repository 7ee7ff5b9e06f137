"""Judges series of samples, simulated or measured: means, filters, spectra, limits, comfort, whole runs.

    from flangeway import assess

    force = result["wheelset1.left.Y"] + result["wheelset1.right.Y"]
    mean = assess.sliding_mean(result["distance"], force, 2.0)
    print(abs(mean).max(), assess.prudhomme_limit(axle_force=130e3))

Arrays have one dimension; units are SI unless a function says otherwise. A series that cannot be used raises
ValueError with the reason.
"""
from ._core.assess import (butterworth, butterworth_response, climb_place, coherence, compare, equivalent_conicity,
                           event_comfort, judge, judge_comfort, mean_comfort, nadal_limit, overturning, p2_force, percentile,
                           power_spectral_density, prudhomme_limit, rate, resample, rms, sliding_mean, sperling,
                           transition_comfort, vibration, wear_number, weighted, weighting_response)

__all__ = ["butterworth", "butterworth_response", "climb_place", "coherence", "compare", "equivalent_conicity", "event_comfort",
           "judge", "judge_comfort", "mean_comfort", "nadal_limit", "overturning", "p2_force", "percentile",
           "power_spectral_density", "prudhomme_limit", "rate", "resample", "rms", "sliding_mean", "sperling",
           "transition_comfort", "vibration", "wear_number", "weighted", "weighting_response"]

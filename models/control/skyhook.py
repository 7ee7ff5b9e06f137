"""Skyhook dampers of the metro coach: forces against the lateral velocity of the carbody."""

damping = 3e4  # N s/m, of each actuator


def control(time, inputs):
    (velocity,) = inputs
    return [-damping * velocity] * 2

// Ride comfort from accelerations at a point of the floor. Accelerations in m/s² at equal steps (s), in the
// axes of the body: x forward, y to the left, z up. Theory and sources: docs/theory/comfort.md.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "flangeway/assess/weighting.hpp"

namespace flangeway::assess {

struct FloorMotion {
  std::span<const double> x, y, z;  ///< m/s²; as many each
  double step = 0;                  ///< s
};

/// Why comfort cannot be judged: unlike lengths, values that are not finite, a step beyond 5 ms, too short
/// for a window of `least` s; empty if it can.
[[nodiscard]] std::string problem(const FloorMotion& motion, double least);

/// Root mean squares of the windows of `length` s that follow each other; the rest is left out.
[[nodiscard]] std::vector<double> window_rms(std::span<const double> values, double step, double length);

/// Weighted rms over windows of 5 s: Wd, Wd, Wb. [EN12299, continuous comfort C_Cx, C_Cy, C_Cz]
struct ContinuousComfort {
  std::vector<double> x, y, z;  ///< m/s²
};
[[nodiscard]] ContinuousComfort continuous_comfort(const FloorMotion& motion);

/// Windows of a mean comfort: 5 min of 5 s. [EN12299]
inline constexpr std::size_t mean_comfort_windows = 60;

/// N_MV = 6 √(a_x² + a_y² + a_z²), 95th percentiles of the windows of continuous comfort.
struct MeanComfort {
  double n = 0, x = 0, y = 0, z = 0;
  std::size_t windows = 0;  ///< fewer than mean_comfort_windows: too short for a judgement
};
[[nodiscard]] MeanComfort mean_comfort(const ContinuousComfort& windows);

/// Complete method for standing passengers, from the floor: N_VD = 3 √(16 a_XP50² + 4 a_YP50² + a_ZP50²) +
/// 5 a_YP95, medians and 95th percentiles of the windows of continuous comfort. No printed source of the
/// formula was found. [EN12299]
[[nodiscard]] double standing_comfort(const ContinuousComfort& windows);

/// Accelerations where a passenger sits, m/s²: lateral and vertical of the seat pan, longitudinal of the
/// backrest.
struct SeatMotion {
  std::span<const double> pan_y, pan_z, back_x;
};
/// Complete method for seated passengers: N_VA = 4 a_ZP95 + 2 √(a_YA95² + a_ZA95²) + 4 a_XD95 with Wb, Wd and
/// Wb, and Wc at floor, seat pan and backrest. No printed source of the formula was found. [EN12299]
[[nodiscard]] double seated_comfort(const ContinuousComfort& floor, const SeatMotion& seat, double step);

/// Shortest exposure (s) for which the share of people who may be sick follows from the dose. [ISO2631-1,
/// annex D]
inline constexpr double min_sickness_exposure = 1200;
/// Motion sickness dose value √(∫a² dt) of the vertical acceleration weighted by Wf, m/s^1.5. [ISO2631-1]
[[nodiscard]] double motion_sickness_dose(std::span<const double> vertical, double step);
/// Share in % of a mixed population that may vomit: a third of the dose. No printed source was found.
[[nodiscard]] constexpr double sickness_share(double dose) {
  return dose / 3;
}

enum class Posture { standing, seated };

/// Coefficients of comfort in transitions and at discrete events, for m/s², m/s³ and degrees per second, of
/// EN 12299:2009. Unverified: no printed source was found.
struct TransitionCoefficients {
  double a, b, c, d, e;
};
struct EventCoefficients {
  double a, b, c;
};
[[nodiscard]] TransitionCoefficients transition_coefficients(Posture posture);
[[nodiscard]] EventCoefficients event_coefficients(Posture posture);

/// Percentage of passengers who feel a transition as uncomfortable: max(A |ÿ| + B |jerk| − C, 0) + D |roll
/// rate|^E, from means over 1 s of the lateral acceleration (m/s²) and roll rate (rad/s) along the
/// transition. The acceleration is the largest up to the end and 1.6 s beyond, the jerk the largest change in
/// 1 s.
struct TransitionComfort {
  double percent = 0, acceleration = 0, jerk = 0, roll_rate = 0;  ///< m/s², m/s³, rad/s
};
[[nodiscard]] TransitionComfort transition_comfort(std::span<const double> lateral,
                                                   std::span<const double> roll_rate, double step,
                                                   Posture posture);

/// At each sample with 2 s behind it: max(a ÿ_p + b |ÿ_m| − c, 0) in %, ÿ_p from peak to peak and ÿ_m the
/// mean of the lateral acceleration (m/s²) over the window. Empty where the series is shorter.
[[nodiscard]] std::vector<double> event_comfort(std::span<const double> lateral, double step,
                                                Posture posture);

/// Measures of one weighted acceleration. [ISO2631-1; BS6841]
struct WeightedVibration {
  double rms = 0;           ///< m/s²
  double running_peak = 0;  ///< m/s², largest rms over 1 s behind a sample (MTVV)
  double dose = 0;          ///< m/s^1.75, fourth root of ∫a⁴ dt (VDV)
  double crest_factor = 0;  ///< largest absolute value over the rms; 0 where the rms is
};
[[nodiscard]] WeightedVibration weighted_vibration(std::span<const double> weighted, double step);

enum class Direction { vertical, lateral };

/// Sperling's Wz of windows of 5 s, each half over the next: (Σ a²)^(1/6.67) of the acceleration weighted by
/// B, over the lines from 0.4 to 40 Hz of the tapered window (Hann), a their amplitudes (peak) in cm/s². A
/// sine of amplitude a has (a² B²)^(1/6.67), to 0.1 % from 1 to 40 Hz and 0.7 % at 0.5 Hz. step <= 5 ms.
[[nodiscard]] std::vector<double> sperling(std::span<const double> acceleration, double step,
                                           Direction direction);

}  // namespace flangeway::assess

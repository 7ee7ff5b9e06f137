// Stability of running on straight, even track: root locus over speed, the speeds at which oscillations begin
// to grow, and branches of limit cycles. Theory: docs/theory/stability.md.
#pragma once

#include <complex>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/simulate/linearise.hpp"
#include "flangeway/stability/time_search.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::stability {

struct Settings {
  double from = 10, to = 120;       ///< m/s, range of speeds
  std::size_t speeds = 56;          ///< of the root locus
  std::size_t branches = 1;         ///< of limit cycles that are followed, from the first Hopf points on
  std::size_t intervals = 40;       ///< of time in a period at the beginning of a branch, three stages each
  std::size_t max_intervals = 240;  ///< more are added up to this number while the error is too large
  double tolerance = 1e-3;       ///< of the error between the nodes; 1 is the motion with 1 mm of a wheelset
  std::size_t max_orbits = 200;  ///< of a branch
  double max_amplitude = 0.03;   ///< m, lateral, of a wheelset: a branch ends there
  /// Evaluations of the equations of motion that one branch may take.
  std::size_t max_evaluations = 3'000'000;
  bool runs = false;          ///< search for hunting by runs in time as well
  TimeSearchSettings search;  ///< its speeds are those above
};

/// Eigenvalues at one speed about the equilibrium there.
struct LocusPoint {
  double speed = 0;                   ///< m/s
  std::vector<simulate::Mode> modes;  ///< increasing frequency
  /// The branch of the root locus that each mode is on: an oscillation keeps its number from speed to speed,
  /// through crossings. None for real eigenvalues.
  std::vector<std::optional<std::size_t>> roots;
};

/// Derivative of the speed of a Hopf point with respect to a numeric key of the case.
struct SpeedDerivative {
  std::string key;
  double value = 0;                  ///< of the key
  std::optional<double> derivative;  ///< m/s by the unit of the key; none for a double eigenvalue
};

/// A pair of eigenvalues crosses the imaginary axis.
struct HopfPoint {
  double speed = 0, frequency = 0;  ///< m/s, Hz
  bool unstable_above = true;       ///< the oscillation grows at higher speeds; false: at lower ones
  std::string body, coordinate;     ///< what moves most
  std::optional<std::size_t> root = std::nullopt;       ///< branch of the root locus that crosses here
  std::vector<SpeedDerivative> speed_derivatives = {};  ///< where they were requested
};

/// How a coordinate moves in a mode, divided by the coordinate that moves most in m or rad.
struct ShapePart {
  std::string coordinate;  ///< "frame.yaw"
  std::complex<double> motion;
};

/// An eigenvalue with a positive real part: an oscillation or, with a real root, a motion to one side.
struct GrowingRoot {
  double speed = 0;       ///< m/s, lowest at which it grows
  bool at_start = false;  ///< it grows at the lowest speed of the range already
  bool oscillates = true;
  std::complex<double> eigenvalue;  ///< 1/s, at this speed
  std::string body, coordinate;     ///< what moves most
  std::vector<ShapePart> shape;     ///< positions
};

struct LimitCycle {
  double speed = 0, frequency = 0;  ///< m/s, Hz
  std::vector<double> amplitude;    ///< m, half of peak to peak of the lateral displacement of each wheelset
  std::vector<bool> flange;         ///< of each wheelset: it touches its rail with a flange in the cycle
  bool stable = false;              ///< by its Floquet multipliers
  double largest_multiplier = 0;    ///< absolute value, the trivial one left out
  std::size_t intervals = 0;        ///< of time, their widths adapted to the cycle
  double error = 0;                 ///< estimate, as the tolerance of the settings
  [[nodiscard]] bool touches_flange() const;  ///< any wheelset
};

/// Speed has an extreme along the branch.
struct Fold {
  double speed = 0;
  std::vector<double> amplitude;
};

/// Along the branch a wheelset begins, or ceases, to touch its rail with a flange.
struct FlangeLimit {
  std::size_t wheelset = 0;
  bool begins = true;
  double speed = 0, frequency = 0;  ///< m/s, Hz
  std::vector<double> amplitude;    ///< m, of each wheelset
};

/// All limit cycles from one Hopf point on.
struct Branch {
  std::size_t hopf = 0;
  std::vector<LimitCycle> cycles;  ///< along the branch, from the Hopf point; folds are among them
  std::vector<Fold> folds;
  std::vector<FlangeLimit> flange_limits;  ///< along the branch
  std::string end;                         ///< why it is not followed further
  bool complete = false;  ///< it left the range of speeds or ended at a Hopf point; false: there may be more
};

struct Stability {
  double from = 0, to = 0;  ///< m/s, range of speeds
  std::vector<std::string> wheelsets;
  std::vector<LocusPoint> locus;
  std::string locus_failure;         ///< why the locus ends before the highest speed; empty: it does not
  std::vector<HopfPoint> hopf;       ///< increasing speed
  std::vector<GrowingRoot> growing;  ///< all of them, increasing speed
  std::vector<Branch> branches;
  std::string no_branches;  ///< why none was followed where some begin; empty: not requested
  std::optional<TimeSearch> search;
  /// Lowest speed at which a motion of infinitesimal size begins to grow; NaN: none in the range, or one
  /// grows at the lowest speed already.
  [[nodiscard]] double linear_critical_speed() const;
  /// Lowest speed of a limit cycle on the branches that were followed; NaN: there is none.
  [[nodiscard]] double nonlinear_critical_speed() const;
};

/// Why branches are followed with constraints: for cases that name no contact method.
inline constexpr const char* needs_constraints =
    "limit cycles are not followed with elastic contact (--branches 0 looks for none)";

enum class AnswerKind { found, none, unstable, failed, not_tried };
constexpr auto alternatives_of(AnswerKind) {
  return std::to_array<Alternative<AnswerKind>>(
      {{AnswerKind::found, "found", "a speed"},
       {AnswerKind::none, "none", "none in the range of speeds: the text says what was tried"},
       {AnswerKind::unstable, "unstable", "no speed: the vehicle is unstable at the lowest one already"},
       {AnswerKind::failed, "failed", "not known: the text says why"},
       {AnswerKind::not_tried, "not_tried", "not known: the text says why"}});
}

/// One answer to the question for the critical speed.
struct Answer {
  AnswerKind kind = AnswerKind::not_tried;
  double speed = 0;          ///< m/s, where one is found; NaN otherwise
  bool at_or_below = false;  ///< lower ones are possible
  std::string text;          ///< how it was found, what was tried, or why it is not known
};

/// Lowest speed at which a motion of infinitesimal size grows.
[[nodiscard]] Answer linear_answer(const Stability& found);
/// Lowest speed of a limit cycle by continuation.
[[nodiscard]] Answer continuation_answer(const Stability& found);
/// Lowest speed at which hunting goes on in runs in time.
[[nodiscard]] Answer time_answer(const Stability& found);
/// The lowest of the three; never "none" where one of them is not known.
[[nodiscard]] Answer critical_speed(const Stability& found);
/// Sentences on answers that contradict each other.
[[nodiscard]] std::vector<std::string> contradictions(const Stability& found);

/// Findings: what a case must be so that its stability has a meaning.
void check(const vehicle_case::CaseModel& model, const Settings& settings, Findings& findings);

/// After check(). Displacements of the wheelsets at the start and the speed of the case are left out.
[[nodiscard]] Stability stability_of(const vehicle_case::CaseModel& model, const Settings& settings,
                                     const Progress& progress = {});

/// Locus and Hopf points alone.
[[nodiscard]] Stability linear_stability_of(const vehicle_case::CaseModel& model, const Settings& settings,
                                            const Progress& progress = {});

}  // namespace flangeway::stability

// Profiles at one mileage, and the method that takes them to the next. Theory: docs/theory/wear_laws.md,
// "Profiles that evolve".
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/evolution/line_spec.hpp"
#include "flangeway/profile/measure.hpp"

namespace flangeway::evolution {

/// Depth that bins along a profile lose per mileage of the wheels.
struct WearRate {
  std::vector<double> depth = {};  ///< 1
  double bin = 0;                  ///< m, width
};

/// Effects of a section on the wheels, with the profiles of a step.
struct SectionResult {
  std::string status;       ///< "completed", "derailed", "stopped"
  double wear_number = 0;   ///< N, Tγ, mean of all wheels
  double yq_max = 0;        ///< largest Y/Q
  double area_rate = 0;     ///< m² that the section of a wheel loses per m, mean of all wheels
  double beyond_tests = 0;  ///< largest share of a wheel's frictional work beyond the tests of the law
  bool by_elastic = false;  ///< the contact of the case failed, and elastic contact ran the section
};

/// A profile that wears, of a rail or of wheels.
struct Surface {
  std::string name = {};  ///< "wheels", "wheelset1", "wheelset1.left", "R 300: left rail"
  profile::Kind kind = profile::Kind::wheel;
  std::vector<Vec2> points = {};
  WearRate rate = {};  ///< of these points
  /// Answer of the wear to depth in each bin, as the last step showed it, over the assumed one; empty: 1.
  std::vector<double> response = {};
  double area_lost = 0;  ///< m², that wear has taken since the beginning: the sum of all depths
  std::optional<profile::FlangeMeasures> flange = {};
  double hollow = 0;  ///< m
};

[[nodiscard]] inline bool is_wheel(const Surface& surface) {
  return surface.kind == profile::Kind::wheel;
}

/// All profiles at a mileage, and the wear that begins there.
struct Step {
  double mileage = 0;            ///< m
  double planned = 0;            ///< m, length of the next step if its error allows
  double error = 0;              ///< m, largest of the step that led here, estimated
  bool reprofiled = false;       ///< wheels have their first profiles again
  double radius_lost = 0;        ///< m, by reprofiling since the beginning
  double since_reprofiling = 0;  ///< m
  std::vector<Surface> surfaces = {};
  std::vector<std::optional<double>> conicity = {};  ///< equivalent, at 3 mm; of all wheelsets or of each
  std::vector<SectionResult> sections = {};
};

/// The wear of given profiles, one for each surface.
struct Evaluation {
  std::vector<WearRate> rates;
  std::vector<SectionResult> sections;
};
/// Nothing if it was stopped.
using Evaluate = std::function<std::optional<Evaluation>(const std::vector<std::vector<Vec2>>& profiles)>;

/// A step of a linearly implicit method: the profiles after `from`, no farther than the mileage `end`. It
/// evaluates twice, if its error allows. Nothing if evaluate() was stopped.
[[nodiscard]] std::optional<Step> advance(const Step& from, const StepSpec& spec, double end,
                                          const Evaluate& evaluate);

/// The depths of `rate` in `count` bins over the same length; the area stays the same.
[[nodiscard]] WearRate in_bins(const WearRate& rate, std::size_t count);

}  // namespace flangeway::evolution

// Limits of the equivalent conicity by speed, with their sources: 1435 mm gauge.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/geometry/conicity_analysis.hpp"

namespace flangeway::geometry {

/// A step of a limit: it holds up to a speed (km/h; infinite: above the one before).
struct ConicityStep {
  double to_speed_kmh = 0;
  std::optional<double> limit = {};  ///< none: the source has no limit there
};
struct ConicityRule {
  std::string_view subject, source;
  std::vector<ConicityStep> steps;
  /// The limit for a speed in km/h, or nothing where the source has none.
  [[nodiscard]] std::optional<double> limit_at(double speed_kmh) const;
};
/// Wheelset in design, track in design, track in service.
[[nodiscard]] const std::array<ConicityRule, 3>& conicity_rules();

/// Amplitude (m) at which TSI INF, 4.2.4.5(1), takes the conicity: 3 mm where the clearance TG − SR is at
/// least 7 mm, 2 mm where it is below 5 mm. The copy of the text lacks the formula between them; the straight
/// line that joins them is (clearance − 1 mm)/2.
[[nodiscard]] double conicity_amplitude(double clearance);
/// Distance SR of the active faces of a wheelset (m): tape circles at a distance (m), flanges of the profiles
/// 10 mm below the tread. Nothing where a wheel has no flange.
[[nodiscard]] std::optional<double> active_face_distance(const std::vector<profile::Profile>& wheels,
                                                         double tape_circle_distance);

struct ConicityVerdict {
  std::string subject, source;
  double amplitude = 0;                ///< m
  std::optional<double> value, limit;  ///< nothing: see not_judged
  std::string not_judged;              ///< why; empty: it was judged
  [[nodiscard]] bool is_met() const { return value && limit && *value <= *limit; }
};
/// Conicity of the pair at the amplitude that its clearance asks for, against each rule. A pair that has no
/// conicity there, or a speed without a limit, is not judged.
[[nodiscard]] std::vector<ConicityVerdict> judge_conicity(ConicityInput input, double speed_kmh);
/// "wheelset in design: 0.104 at 3 mm, limit 0.25: met (source)"
[[nodiscard]] std::string text_of(const ConicityVerdict& verdict);
[[nodiscard]] std::string json_text(const std::vector<ConicityVerdict>& verdicts);

}  // namespace flangeway::geometry

// A record on equal steps of distance, filtered as a quantity wants it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "flangeway/acceptance/judge.hpp"

namespace flangeway::acceptance {

/// Forces of a wheelset over time, N.
struct WheelsetForces {
  std::string name;
  std::array<std::vector<double>, 2> lateral, vertical;  ///< left, right; Y to the left positive
  double axle_load = 0;                                  ///< P0
};

/// A record at equal steps of time.
struct Samples {
  std::string record;
  double step = 0;  ///< s
  std::vector<double> time, distance, speed, curvature, cant;
  std::vector<WheelsetForces> wheelsets;
};
/// Nothing, and findings, where the record cannot be judged.
[[nodiscard]] std::optional<Samples> samples_of(const Record& record, const RuleSpec& rule,
                                                const JudgeOptions& options, Findings& findings);

/// One series of a quantity: of a wheel, a wheelset or a side.
struct ItemSeries {
  std::string item;
  std::vector<double> values;  ///< at Samples::time
  double axle_load = 0;
};
[[nodiscard]] std::vector<ItemSeries> series_of(const Samples& samples, Quantity quantity);

/// Low pass, sliding mean over distance, then values at equal steps of distance from the first one on.
[[nodiscard]] std::vector<double> on_grid(const Samples& samples, const std::vector<double>& values,
                                          const QuantitySpec& quantity, double step);

/// Samples [first, last) of the grid.
struct Section {
  std::size_t first = 0, last = 0;
};
/// Sections of a zone: full length, of one curvature each. Transitions belong to none.
[[nodiscard]] std::vector<Section> sections_of(const std::vector<double>& curvature, double step,
                                               const ZoneSpec& zone);

}  // namespace flangeway::acceptance

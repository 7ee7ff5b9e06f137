// Critical speeds over a key of the case: conicity, friction, a stiffness.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/stability/stability.hpp"

namespace flangeway::stability {

/// "KEY=FIRST:LAST:COUNT": equal steps from the first value to the last.
struct VariationPlan {
  std::string key;
  double first = 0, last = 0;
  std::size_t count = 2;
};
[[nodiscard]] std::optional<VariationPlan> parse_variation(const std::string& text, Findings& findings);

struct VariedCase {
  double value = 0;
  std::vector<HopfPoint> hopf;
  Answer linear;
};

struct Variation {
  std::string name;  ///< of the case
  std::string key;
  std::vector<VariedCase> cases;
};

/// Loads the case with each value and finds its Hopf points. Throws BadInput where a value does not fit.
[[nodiscard]] Variation vary(const std::filesystem::path& file, const std::vector<std::string>& sets,
                             const VariationPlan& plan, const Settings& settings,
                             const Progress& progress = {});

}  // namespace flangeway::stability

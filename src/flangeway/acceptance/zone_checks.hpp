// Checks whether the sections of a zone are those that a test asks for: how many, how long, which radii, cant
// deficiencies and speeds.
#pragma once

#include <string>
#include <vector>

namespace flangeway::acceptance {

struct JudgeOptions;
struct SectionValue;
struct ZoneSpec;

enum class CheckOutcome { met, not_met, not_judged };
[[nodiscard]] const char* to_string(CheckOutcome outcome);

struct ZoneCheck {
  std::string zone, name;       ///< "mean radius"
  std::string required, found;  ///< "450 to 550 m", "501 m"; found: why it was not judged, too
  CheckOutcome outcome = CheckOutcome::not_judged;
  std::string source;       ///< of the requirement
  bool unverified = false;  ///< no printed text of it was found
};

/// Checks of the sections of all records in one zone; a quantity may have fewer.
[[nodiscard]] std::vector<ZoneCheck> check_zone(const ZoneSpec& zone,
                                                const std::vector<SectionValue>& sections,
                                                const JudgeOptions& options, const std::string& source);

/// "3 of 12 conditions of the zones are not met": empty where all are.
[[nodiscard]] std::string unmet_text(const std::vector<ZoneCheck>& checks);

}  // namespace flangeway::acceptance

// Keys of a file that name a law that a user brings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/visitor.hpp"

namespace flangeway::law {

struct Law;

inline constexpr double default_time_limit = 10;  ///< s

struct LawSpec {
  document::Located<std::string> library;
  std::vector<document::Setting> parameters;
  double time_limit = default_time_limit;  ///< s
};
/// Describes the three keys.
void describe(document::Visitor& v, LawSpec& spec, std::string_view library, std::string_view parameters,
              document::Presence presence = document::Presence::optional);
/// Reports keys of a law that have no effect because there is no library.
void check_without_library(const LawSpec& spec, const std::string& key, Findings& findings);

}  // namespace flangeway::law

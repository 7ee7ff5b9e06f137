#include "flangeway/track/limit_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace flangeway::track {

void check_name(const document::Located<std::string>& name, const std::string& key, const char* problem,
                const std::vector<std::string>& known, Findings& findings) {
  if (std::find(known.begin(), known.end(), name.value) != known.end()) return;
  const std::string near = nearest_name(name.value, known);
  findings.add({name.where, key, problem, '"' + name.value + '"', fmt::format("{}", fmt::join(known, ", ")),
                near.empty() ? "" : "Did you mean " + near});
}

}  // namespace flangeway::track

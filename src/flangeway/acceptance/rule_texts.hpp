// The data files of the rules, as texts in the library.
#pragma once

#include <string_view>
#include <vector>

namespace flangeway::acceptance {

struct RuleText {
  std::string_view name, text;
};
[[nodiscard]] const std::vector<RuleText>& rule_texts();

}  // namespace flangeway::acceptance

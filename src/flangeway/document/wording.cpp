#include "flangeway/document/wording.hpp"

#include <fmt/format.h>

#include <cmath>

namespace flangeway::document {

std::string range_text(const NumberRule& rule) {
  const bool below = std::isfinite(rule.minimum), above = std::isfinite(rule.maximum);
  if (below && above && !rule.minimum_excluded)
    return fmt::format("from {} to {}", rule.minimum, rule.maximum);
  std::string out;
  if (below) out = fmt::format("{} {}", rule.minimum_excluded ? ">" : "≥", rule.minimum);
  if (below && above) out += " and ";
  if (above) out += fmt::format("≤ {}", rule.maximum);
  return out;
}

std::string allowed_text(std::string_view noun, const NumberRule& rule) {
  std::string out(noun);
  if (const std::string range = range_text(rule); !range.empty()) out += ' ' + range;
  if (!rule.unit.empty() && rule.unit != "1") out += fmt::format(" in {}", rule.unit);
  return out;
}

std::string count_text(const NumberRule& rule) {
  const bool bounded = rule.most != std::numeric_limits<std::size_t>::max();
  if (bounded && rule.least == rule.most) return fmt::format("exactly {}", rule.least);
  if (bounded && rule.least > 0) return fmt::format("from {} to {}", rule.least, rule.most);
  if (bounded) return fmt::format("at most {}", rule.most);
  return rule.least > 0 ? fmt::format("{} or more", rule.least) : "";
}

std::string alternatives(const std::vector<std::string_view>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? " or " : ", ";
    out += words[i];
  }
  return out;
}

}  // namespace flangeway::document

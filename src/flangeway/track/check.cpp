#include "flangeway/track/check.hpp"

#include <array>
#include <charconv>

namespace flangeway::track {

std::string number(double value) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

void merge(Findings& findings, const Findings& fresh) {
  const auto known = findings.all();
  for (const Finding& finding : fresh.all()) {
    const bool said = std::any_of(known.begin(), known.end(), [&](const Finding& other) {
      return !other.key.empty() && other.key == finding.key;
    });
    if (!said) findings.add(finding);
  }
}

}  // namespace flangeway::track

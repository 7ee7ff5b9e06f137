// Channels by name and wildcard.
#include <fmt/format.h>
#include <algorithm>

#include "flangeway/results/reader.hpp"

namespace flangeway::results {

namespace {

/// `*` matches any characters, also none; `?` exactly one.
bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;  // let the last star take one character more
      t = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

Finding no_match(const std::vector<Channel>& channels, const std::string& pattern, const std::string& path) {
  std::vector<std::string> names;
  for (const Channel& channel : channels) names.push_back(channel.name);
  const std::string near = nearest_name(pattern, names);
  return {{path},
          "",
          fmt::format("has no channel '{}'", pattern),
          "",
          "",
          near.empty() ? "See the channels with flangeway results FILE --list"
                       : fmt::format("The nearest is '{}'", near)};
}

}  // namespace

std::vector<std::string> select_channels(const std::vector<Channel>& channels,
                                         const std::vector<std::string>& patterns, const std::string& path,
                                         Findings& findings) {
  std::vector<std::string> selected;
  for (const std::string& pattern : patterns) {
    bool any = false;
    const std::string now = current_name(pattern);
    for (const Channel& channel : channels) {
      if (!matches(now, channel.name)) continue;
      any = true;
      if (std::find(selected.begin(), selected.end(), channel.name) == selected.end()) {
        selected.push_back(channel.name);
      }
    }
    if (!any) findings.add(no_match(channels, pattern, path));
  }
  return selected;
}

}  // namespace flangeway::results

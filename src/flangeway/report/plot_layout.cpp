#include "flangeway/report/plot_layout.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>

#include "flangeway/core/json_text.hpp"
#include "flangeway/document/file.hpp"

namespace flangeway::report {

namespace {

using Json = nlohmann::json;

constexpr std::size_t max_layout_bytes = std::size_t{1} << 20;

/// Checks a layout and gives the parts of it that a page needs.
class LayoutReader {
 public:
  LayoutReader(const std::string& file, const Json& given, const std::vector<results::Reader>& runs,
               Findings& findings)
      : file_(file), given_(given), runs_(runs), findings_(findings) {}

  Json read() {
    if (!given_.is_object()) {
      add("", "is no layout of plots", "", "Save one in the workbench: Save layout");
      return {};
    }
    for (const auto& [key, value] : given_.items()) check_key(key);
    Json layout{{"channels", channels()},
                {"by", word("plots", {"unit", "channel"})},
                {"over", word("over", {"distance", "time"})},
                {"across", across()},
                {"range", range()},
                {"limits", limits()}};
    check_left_out();
    return layout;
  }

 private:
  void add(const std::string& key, const std::string& problem, const std::string& got,
           const std::string& advice) {
    findings_.add({{file_}, key, problem, got, "", advice});
  }
  void check_key(const std::string& key) {
    constexpr std::array known{"results",    "channels", "over",   "plots", "filter",
                               "difference", "range",    "across", "limits"};
    if (std::find(known.begin(), known.end(), key) == known.end())
      add(key, "is no key of a layout of plots", "", "Take it out");
  }
  [[nodiscard]] Json at(const std::string& key) const { return given_.contains(key) ? given_[key] : Json(); }
  // The first of the words is the default.
  std::string word(const std::string& key, const std::vector<std::string>& words) {
    const Json value = at(key);
    if (value.is_null()) return words.front();
    if (value.is_string() && std::find(words.begin(), words.end(), value.get<std::string>()) != words.end())
      return value.get<std::string>();
    add(key, "is not known", value.dump(), "Use \"" + words.front() + "\" or \"" + words.back() + "\"");
    return words.front();
  }
  bool is_channel(const Json& name, const std::string& key) {
    if (name.is_string() && std::any_of(runs_.begin(), runs_.end(), [&](const results::Reader& run) {
          return run.has(name.get<std::string>());
        }))
      return true;
    add(key, "is no channel of the results", name.dump(), "See `flangeway results RESULTS.h5`");
    return false;
  }
  Json channels() {
    const Json names = at("channels");
    if (!names.is_array() || names.empty()) {
      add("channels", "names no channels", names.dump(), "Give a list of names");
      return Json::array();
    }
    for (const Json& name : names) (void)is_channel(name, "channels");
    return names;
  }
  Json across() {
    const Json name = at("across");
    if (name.is_null() || (name.is_string() && name.get<std::string>().empty())) return "";
    return is_channel(name, "across") ? name : Json("");
  }
  Json range() {
    const Json ends = at("range");
    if (ends.is_null()) return {};
    if (ends.is_array() && ends.size() == 2 && ends[0].is_number() && ends[1].is_number() &&
        ends[0] < ends[1])
      return ends;
    add("range", "is not two rising numbers", ends.dump(), "Give [from, to] in m or s, or null");
    return {};
  }
  Json limits() {
    const Json list = at("limits");
    if (list.is_null()) return Json::array();
    const bool fine = list.is_array() && std::all_of(list.begin(), list.end(), [](const Json& one) {
                        return one.is_object() && one.contains("channel") && one["channel"].is_string() &&
                               one.contains("value") && one["value"].is_number() && one.contains("text") &&
                               one["text"].is_string();
                      });
    if (!fine) add("limits", "are not entries with channel, value and text", list.dump(), "Set them anew");
    return fine ? list : Json::array();
  }
  // A page has the recorded numbers of each run.
  void check_left_out() {
    const Json filter = at("filter"), difference = at("difference");
    if (!filter.is_null() && !(filter.is_string() && filter.get<std::string>().empty()))
      add("filter", "cannot be shown by a page", filter.dump(),
          "Set it to \"\"; a page has lowpass() in plots of its reader's own");
    if (!difference.is_null() && !(difference.is_boolean() && !difference.get<bool>()))
      add("difference", "cannot be shown by a page", difference.dump(), "Set it to false");
  }

  const std::string& file_;
  const Json& given_;
  const std::vector<results::Reader>& runs_;
  Findings& findings_;
};

}  // namespace

std::string read_plot_layout(const std::string& file, const std::vector<results::Reader>& runs,
                             Findings& findings) {
  const std::optional<std::string> text = document::read_file(file, max_layout_bytes, findings);
  if (!text) return "";
  const Json given = parse_json<Json>(*text);
  return LayoutReader(file, given, runs, findings).read().dump();
}

}  // namespace flangeway::report

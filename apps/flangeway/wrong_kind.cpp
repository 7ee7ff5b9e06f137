#include "wrong_kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "flangeway/document/migrate.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/workbench/file_kind.hpp"

namespace flangeway::app {
namespace {

struct KindUse {
  std::string_view kind;    // as in workbench::file_kinds()
  std::string_view wanted;  // in Verb::files
  std::string_view advice;
};
constexpr std::array kind_uses{
    KindUse{"case", "CASE", "flangeway run runs it"},
    KindUse{"vehicle", "VEHICLE", "flangeway check shows it, and a case names it as vehicle"},
    KindUse{"track", "TRACK", "flangeway track draws it, and a case names it as track"},
    KindUse{"layout", "LAYOUT", "Track files place it by rails.layouts"},
    KindUse{"study", "STUDY", "flangeway study runs it"},
    KindUse{"contact", "CONTACT", "flangeway contact solves it"},
    KindUse{"wear", "WEAR", "flangeway wear --law and lines of flangeway evolve name it"},
    KindUse{"line", "LINE.toml", "flangeway evolve takes it"},
    KindUse{"rule", "RULE", "flangeway assess --rule takes it"},
    KindUse{"symbolic", "MODEL", "flangeway codegen takes it"}};

const KindUse* use_of(std::string_view kind) {
  const auto found =
      std::find_if(kind_uses.begin(), kind_uses.end(), [&](const KindUse& use) { return use.kind == kind; });
  return found == kind_uses.end() ? nullptr : &*found;
}

std::size_t known_keys(const std::vector<std::string>& keys, const workbench::KindHistory& kind) {
  const std::vector<std::string>& known = kind.history.top;
  return static_cast<std::size_t>(std::count_if(keys.begin(), keys.end(), [&](const std::string& key) {
    return std::find(known.begin(), known.end(), key) != known.end();
  }));
}

}  // namespace

void report_wrong_kind(const Common& common, Findings& findings) {
  const bool takes_toml = common.wanted_files.find(".toml") != std::string::npos;
  if (!takes_toml || common.files.empty()) return;
  Findings ignored;
  const std::string& file = common.files.front();
  const document::Document document = document::Document::from_file(file, ignored);
  if (!ignored.empty()) return;
  const std::vector<std::string> keys = document::top_keys(document.text());
  const std::vector<workbench::KindHistory> kinds = workbench::kind_histories();
  const workbench::KindHistory* const kind = workbench::kind_of_keys(keys, kinds);
  const KindUse* const use = kind == nullptr ? nullptr : use_of(kind->name);
  if (use == nullptr || common.wanted_files.find(use->wanted) != std::string::npos) return;
  // A file that fits the wanted kind as well is a faulty one of that kind.
  for (const workbench::KindHistory& other : kinds) {
    const KindUse* const wanted = use_of(other.name);
    if (wanted != nullptr && common.wanted_files.find(wanted->wanted) != std::string::npos &&
        known_keys(keys, other) >= known_keys(keys, *kind))
      return;
  }
  findings.add({{file},
                "",
                fmt::format("is a {} file by its keys", kind->name),
                "",
                common.wanted_files,
                std::string(use->advice)});
}

}  // namespace flangeway::app

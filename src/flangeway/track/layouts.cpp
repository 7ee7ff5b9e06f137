#include "flangeway/track/layouts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include "flangeway/document/read.hpp"

namespace flangeway::track {
namespace {

RailChoice opposite(RailChoice rail) {
  if (rail == RailChoice::both) return rail;
  return rail == RailChoice::left ? RailChoice::right : RailChoice::left;
}

// Position and direction of a layout.
class Laying {
 public:
  explicit Laying(const LayoutSpec& layout) : layout_(layout) {}

  void put(StationSpec& station) const {
    station.s = at(station.s);
    station.turned = layout_.turned;
    put_on_side(station);
    if (!station.name.value.empty())
      station.name.value = fmt::format("{} at {:.10g} m", station.name.value, layout_.s);
  }
  template <typename Part>
  void put(Part& part) const {  // from one place to another
    part.from = at(part.from);
    part.to = at(part.to);
    if (layout_.turned) std::swap(part.from, part.to);
    put_on_side(part);
  }

 private:
  [[nodiscard]] double at(double s) const { return layout_.s + (layout_.turned ? -s : s); }
  template <typename Part>
  void put_on_side(Part& part) const {
    if (layout_.mirrored != layout_.turned) part.rail = opposite(part.rail);
  }

  const LayoutSpec& layout_;
};

template <typename Part>
void lay(std::vector<Part> parts, const LayoutSpec& layout, std::vector<Part>& to) {
  if (layout.turned) std::reverse(parts.begin(), parts.end());
  const Laying laying(layout);
  for (Part& part : parts) {
    laying.put(part);
    to.push_back(std::move(part));
  }
}

// Rails of a file, read once: two turnouts of one file have its faults once.
class LayoutFiles {
 public:
  LayoutFiles(std::vector<document::SourceFile>& sources, Findings& findings)
      : sources_(sources), findings_(findings) {}

  const RailLayout& read(const LayoutSpec& layout) {
    const std::string& name = layout.file.value;
    const auto [entry, is_new] = known_.try_emplace(name);
    if (!is_new || name.empty()) return entry->second;  // a finding already says that a name is missing
    std::error_code error;
    if (!std::filesystem::exists(name, error)) {
      refuse(layout, "does not exist", "Check the name and the folder");
    } else if (std::filesystem::equivalent(name, layout.file.where.file, error)) {
      refuse(layout, "is the track file itself", "Put the rails of the turnout into a file of their own");
    } else {
      fill(name, entry->second);
    }
    return entry->second;
  }

 private:
  void refuse(const LayoutSpec& layout, const char* problem, const char* advice) {
    findings_.add(
        {layout.file.where, layout.key + ".file", problem, "\"" + layout.file.value + "\"", "", advice});
  }
  void fill(const std::string& name, RailLayout& read) {
    Findings reading;
    const document::Document document = document::Document::from_file(name, reading);
    if (reading.empty()) document.fill(read, reading);
    findings_.append(reading);
    sources_.push_back({document.file_name(), document.text()});
  }

  std::vector<document::SourceFile>& sources_;
  Findings& findings_;
  std::map<std::string, RailLayout> known_;  // by name
};

}  // namespace

void place_layouts(TrackRailsSpec& rails, std::vector<document::SourceFile>& sources, Findings& findings) {
  LayoutFiles files(sources, findings);
  for (const LayoutSpec& layout : rails.layouts) {
    const RailLayout& read = files.read(layout);
    lay(read.stations, layout, rails.stations);
    lay(read.gaps, layout, rails.gaps);
    lay(read.check_rails, layout, rails.check_rails);
  }
}

}  // namespace flangeway::track

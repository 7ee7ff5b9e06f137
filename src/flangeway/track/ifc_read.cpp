#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/track/ifc.hpp"
#include "flangeway/track/ifc_layouts.hpp"
#include "flangeway/track/survey.hpp"

namespace flangeway::track {

namespace {

using ifc::Context;
using ifc::Item;
using step::Entry;

constexpr std::array<std::string_view, 4> versions{"IFC4X3", "IFC4X3_TC1", "IFC4X3_ADD1", "IFC4X3_ADD2"};

constexpr std::array<std::string_view, 7> alignment_names{
    "GlobalId", "OwnerHistory", "Name", "Description", "ObjectType", "ObjectPlacement", "Representation"};
constexpr std::array<std::string_view, 2> placement_names{"PlacementRelTo", "RelativePlacement"};
constexpr std::array<std::string_view, 1> axis_names{"Location"};
constexpr std::array<std::string_view, 1> point_names{"Coordinates"};

// An alignment with the layouts that hold for it. One that shares a plan has it from its parent.
struct Line {
  Item alignment;
  std::string name;
  const Entry *plan = nullptr, *heights = nullptr, *cants = nullptr;
  const Entry* stations = nullptr;  // alignment in which its referents nest
};

class IfcReader {
 public:
  IfcReader(const step::File& file, Findings& findings) : file_(file), model_(file, findings) {}

  std::optional<AlignmentFile> read(const std::optional<std::string>& wanted) {
    Findings& findings = model_.findings();
    if (!is_read_version()) return std::nullopt;
    context_.units = ifc::read_units(model_);
    context_.nests = ifc::read_children(model_, "IFCRELNESTS");
    context_.aggregates = ifc::read_children(model_, "IFCRELAGGREGATES");
    const std::vector<Line> lines = find_lines();
    if (lines.empty() && findings.empty()) {
      findings.add({model_.place(std::size_t{0}), "IfcAlignment", "is missing", "", "",
                    "Export the alignments of the line with the file"});
    }
    if (!findings.empty()) return std::nullopt;
    AlignmentFile result;
    std::vector<const Line*> chosen;
    for (const Line& line : lines) {
      result.names.push_back(line.name);
      if (!wanted || wanted->empty() || *wanted == line.name) chosen.push_back(&line);
    }
    if (wanted && chosen.size() > 1) return result;
    read_all(chosen, result);
    if (!findings.empty()) return std::nullopt;
    return result;
  }

 private:
  bool is_read_version() {
    std::string got;
    for (const std::string& schema : file_.schemas()) {
      const std::string name = schema.substr(0, schema.find(' '));
      if (std::find(versions.begin(), versions.end(), name) != versions.end()) return true;
      got += (got.empty() ? "" : ", ") + name;
    }
    const bool other = !got.empty() && !got.starts_with("IFC");
    model_.findings().add(
        {model_.place(file_.schema_offset()), "FILE_SCHEMA",
         got.empty() ? "is missing" : (other ? "is STEP, but no IFC" : "is another version of IFC"), got,
         "IFC4X3, IFC4X3_TC1, IFC4X3_ADD1 or IFC4X3_ADD2", "Export the line as IFC 4.3"});
    return false;
  }

  // One of several that cannot be read does not hide the others.
  void read_all(const std::vector<const Line*>& chosen, AlignmentFile& result) {
    Findings all;
    bool any_sound = false;
    for (const Line* const line : chosen) {
      Findings own;
      Findings* const before = model_.redirect(own);
      result.alignments.push_back(read_line(*line));
      model_.redirect(*before);
      result.alignments.back().findings = own.all();
      any_sound = any_sound || own.empty();
      all.append(own);
    }
    if (!any_sound) model_.findings().append(all);
  }

  std::vector<const Entry*> nested(const Entry& entry, std::string_view type) {
    std::vector<const Entry*> all;
    for (const Entry* const one : context_.nests[entry.id])
      if (one->type == type) all.push_back(one);
    return all;
  }

  const Entry* first_nested(const Entry& entry, std::string_view type) {
    const std::vector<const Entry*> all = nested(entry, type);
    return all.empty() ? nullptr : all.front();
  }

  std::vector<Line> find_lines() {
    std::map<std::uint64_t, const Entry*> parents;
    std::set<std::uint64_t> shared;
    for (const Entry* const one : model_.all("IFCALIGNMENT"))
      for (const Entry* const child : context_.aggregates[one->id]) {
        if (child->type != "IFCALIGNMENT") continue;
        parents[child->id] = one;
        shared.insert(one->id);
      }
    std::vector<Line> lines;
    for (const Entry* const one : model_.all("IFCALIGNMENT")) {
      auto item = model_.item(*one, alignment_names);
      if (!item) continue;
      Line line;
      line.name = model_.text(*item, "Name");
      if (line.name.empty()) line.name = ifc::key_of(*one);
      line.alignment = std::move(*item);
      line.plan = first_nested(*one, "IFCALIGNMENTHORIZONTAL");
      line.heights = first_nested(*one, "IFCALIGNMENTVERTICAL");
      line.cants = first_nested(*one, "IFCALIGNMENTCANT");
      line.stations = one;
      // An alignment that only has the plan of others is none of its own.
      if (shared.count(one->id) > 0 && line.heights == nullptr) continue;
      if (const auto parent = parents.find(one->id); parent != parents.end()) {
        if (line.plan == nullptr) line.plan = first_nested(*parent->second, "IFCALIGNMENTHORIZONTAL");
        if (first_nested(*one, "IFCREFERENT") == nullptr) line.stations = parent->second;
      }
      lines.push_back(std::move(line));
    }
    return lines;
  }

  FileAlignment read_line(const Line& line) {
    FileAlignment result;
    const Entry& entry = *line.alignment.entry;
    result.name = line.name;
    result.where = model_.place(entry);
    result.track.name = {result.name, result.where};
    result.track.where = result.where;
    if (line.plan == nullptr) {
      model_.refuse(entry,
                    {"has no horizontal layout (IfcAlignmentHorizontal)", "", "",
                     "Export the alignment with its layouts: curves of a representation are not read"});
      return result;
    }
    const std::vector<ifc::ElementStart> starts = ifc::read_plan(context_, *line.plan, result);
    if (!model_.findings().empty()) return result;
    double length = 0;
    for (const SegmentSpec& segment : result.track.segments) length += segment.length;
    if (!is_possible_length(length, model_.place(*line.plan), ifc::key_of(*line.plan).c_str(),
                            model_.findings()))
      return result;
    note_others(entry, result);
    note_placement(line, result);
    ifc::read_stations(context_, *line.stations, length, result);
    if (line.heights != nullptr) ifc::read_heights(context_, *line.heights, result);
    if (line.cants != nullptr) ifc::read_cants(context_, *line.cants, length, result);
    if (model_.findings().empty()) ifc::join_elements(starts, model_.findings(), result);
    return result;
  }

  void note_others(const Entry& alignment, FileAlignment& result) {
    for (const char* const type : {"IFCALIGNMENTHORIZONTAL", "IFCALIGNMENTVERTICAL", "IFCALIGNMENTCANT"}) {
      const std::vector<const Entry*> all = nested(alignment, type);
      if (all.size() < 2) continue;
      result.notes.push_back({model_.place(*all[1]), ifc::key_of(*all[1]),
                              fmt::format("is not the only {} of its alignment", all[1]->type),
                              std::to_string(all.size()), "1", "The first one counts"});
    }
  }

  // Only read to say that it is not applied: what is wrong with it does not matter.
  void note_placement(const Line& line, FileAlignment& result) {
    if (model_.value(line.alignment, "ObjectPlacement").kind != step::Kind::reference) return;
    Findings ignored;
    Findings* const before = model_.redirect(ignored);
    double moved = 0;
    if (const auto placement =
            model_.item(line.alignment, "ObjectPlacement", "IFCLOCALPLACEMENT", placement_names))
      if (const auto axis = model_.item(*placement, "RelativePlacement", "IFCAXIS2PLACEMENT3D", axis_names))
        if (const auto point = model_.item(*axis, "Location", "IFCCARTESIANPOINT", point_names))
          for (const step::Value& one : model_.value(*point, "Coordinates").values)
            moved = std::max(moved, std::abs(one.number));
    model_.redirect(*before);
    if (moved == 0) return;
    result.notes.push_back({model_.place(line.alignment, "ObjectPlacement"),
                            ifc::key_of(line.alignment, "ObjectPlacement"),
                            "moves the alignment, which is not applied", "", "",
                            "Coordinates and heights are those of its segments"});
  }

  const step::File& file_;
  ifc::Model model_;
  Context context_{model_, {}, {}, {}};
};

}  // namespace

std::optional<AlignmentFile> read_ifc(std::string_view text, const std::string& file_name,
                                      const std::optional<std::string>& wanted, Findings& findings) {
  Findings own;
  std::optional<AlignmentFile> result;
  if (const auto file = step::File::read(text, file_name, own)) result = IfcReader(*file, own).read(wanted);
  findings.append(own);
  return result;
}

}  // namespace flangeway::track

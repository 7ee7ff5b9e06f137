#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/core/utf8.hpp"
#include "flangeway/track/ifc.hpp"
#include "flangeway/track/ifc_layouts.hpp"
#include "flangeway/track/survey.hpp"

namespace flangeway::track {

namespace {

using ifc::Context;
using ifc::Item;
using step::Entry;

constexpr std::array<std::string_view, 4> versions{"IFC4X3", "IFC4X3_TC1", "IFC4X3_ADD1", "IFC4X3_ADD2"};
constexpr std::array<std::string_view, 2> versions_of_axes{"IFC4X1", "IFC4X2"};

constexpr std::array<std::string_view, 7> alignment_names{
    "GlobalId", "OwnerHistory", "Name", "Description", "ObjectType", "ObjectPlacement", "Representation"};
constexpr std::array<std::string_view, 8> axis_alignment_names{
    "GlobalId",   "OwnerHistory",    "Name",           "Description",
    "ObjectType", "ObjectPlacement", "Representation", "Axis"};
constexpr std::array<std::string_view, 2> curve_names{"Horizontal", "Vertical"};
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
  IfcReader(const step::File& file, const LineChoices& choices, Findings& findings)
      : file_(file), model_(file, findings) {
    context_.choices = choices;
  }

  std::optional<AlignmentFile> read(const std::optional<std::string>& wanted) {
    Findings& findings = model_.findings();
    if (!is_read_version()) return std::nullopt;
    context_.units = ifc::read_units(model_);
    context_.nests = ifc::read_children(model_, "IFCRELNESTS");
    context_.aggregates = ifc::read_children(model_, "IFCRELAGGREGATES");
    // Some programs aggregate layouts and segments in place of nesting them.
    for (const auto& [parent, children] : context_.aggregates)
      for (const Entry* const child : children)
        if (child->type.starts_with("IFCALIGNMENT") && child->type != "IFCALIGNMENT")
          context_.nests[parent].push_back(child);
    const std::vector<Line> lines = find_lines();
    if (lines.empty() && findings.empty()) {
      findings.add({model_.place(std::size_t{0}), "IfcAlignment", "is missing", "", "",
                    "Export the alignments of the line with the file"});
    }
    if (!findings.empty()) return std::nullopt;
    ifc::judge_cants(context_, notes_);
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
      const std::string name = upper_case(schema.substr(0, schema.find(' ')));
      if (std::find(versions.begin(), versions.end(), name) != versions.end()) return true;
      if (const char* const note = note_on(name); *note != '\0') {
        notes_.push_back({model_.place(file_.schema_offset()), "FILE_SCHEMA", note, name, "", ""});
        return true;
      }
      got += (got.empty() ? "" : ", ") + name;
    }
    const bool other = !got.empty() && !got.starts_with("IFC");
    model_.findings().add(
        {model_.place(file_.schema_offset()), "FILE_SCHEMA",
         got.empty() ? "is missing" : (other ? "is STEP, but no IFC" : "is another version of IFC"), got,
         "IFC4X1, IFC4X2, IFC4X3 and its drafts and additions", "Export the line as IFC 4.3"});
    return false;
  }

  static std::string upper_case(std::string text) {
    for (char& c : text)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return text;
  }

  // The note on a version whose alignments can be read as well; empty for others.
  static const char* note_on(const std::string& name) {
    for (const std::string_view version : versions_of_axes)
      if (name == version || name.starts_with(std::string(version) + "_"))
        return "is a version whose alignments have no cant";
    if (name.starts_with("IFC4X3_RC"))
      return "is a draft, which is read as IFC 4.3: its alignments have the same entries";
    if (name.starts_with("IFC4X3_") || name == "IFC4X4" || name.starts_with("IFC4X4_"))
      return "is not known, and read as IFC 4.3";
    return "";
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
      if (line.plan == nullptr) find_axis(*one, line);
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

  // Finds the layouts of IFC 4.1 and 4.2, to which an alignment refers.
  void find_axis(const Entry& alignment, Line& line) {
    Findings ignored;
    Findings* const before = model_.redirect(ignored);
    const auto item = model_.item(alignment, axis_alignment_names);
    if (item && model_.value(*item, "Axis").kind == step::Kind::reference) {
      const Entry* const axis = model_.referred(*item, "Axis");
      const auto curve = axis != nullptr && axis->type == "IFCALIGNMENTCURVE"
                             ? model_.item(*axis, curve_names)
                             : std::nullopt;
      if (curve && model_.value(*curve, "Horizontal").kind == step::Kind::reference)
        line.plan = model_.referred(*curve, "Horizontal");
      if (curve && model_.value(*curve, "Vertical").kind == step::Kind::reference)
        line.heights = model_.referred(*curve, "Vertical");
    }
    model_.redirect(*before);
  }

  FileAlignment read_line(const Line& line) {
    FileAlignment result;
    const Entry& entry = *line.alignment.entry;
    result.name = line.name;
    result.where = model_.place(entry);
    result.track.name = {result.name, result.where};
    result.track.where = result.where;
    result.notes = notes_;
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
    if (const double start = ifc::is_axis_layout(*line.plan) ? ifc::start_of_axis(context_, *line.plan) : 0;
        start != 0)
      result.track.chainage.push_back(
          {.chainage = start, .where = result.where, .key = ifc::key_of(*line.plan)});
    ifc::read_stations(context_, *line.stations, length, result);
    if (line.heights != nullptr) ifc::read_heights(context_, *line.heights, result);
    if (line.cants != nullptr) ifc::read_cants(context_, *line.cants, length, result);
    if (model_.findings().empty()) ifc::join_elements(context_, starts, model_.findings(), result);
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
  Context context_{model_, {}, {}, {}, {}, {}};
  std::vector<Finding> notes_;  // of the file
};

}  // namespace

std::optional<AlignmentFile> read_ifc(std::string_view text, const std::string& file_name,
                                      const std::optional<std::string>& wanted, Findings& findings,
                                      const LineChoices& choices) {
  Findings own;
  std::optional<AlignmentFile> result;
  // STEP has ASCII only; programs write names in ISO 8859-1.
  const bool is_latin1 = first_not_utf8(text) < text.size();
  const std::string converted = is_latin1 ? utf8_of_latin1(text) : std::string();
  if (const auto file = step::File::read(is_latin1 ? converted : text, file_name, own))
    result = IfcReader(*file, choices, own).read(wanted);
  findings.append(own);
  return result;
}

}  // namespace flangeway::track

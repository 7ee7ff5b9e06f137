#include "flangeway/track/alignment_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "flangeway/core/file_content.hpp"
#include "flangeway/core/utf8.hpp"
#include "flangeway/document/file.hpp"
#include "flangeway/track/check.hpp"
#include "flangeway/track/ifc.hpp"
#include "flangeway/track/landxml.hpp"

namespace flangeway::track {

namespace {

constexpr std::size_t largest_file = std::size_t{256} << 20;
constexpr const char* line_formats = "LandXML, or IFC 4.1 to 4.3 in the STEP format";

std::string extension_of(const std::string& file) {
  std::string extension = std::filesystem::path(file).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

// XML of any kind and STEP are read as lines; their readers refuse others.
enum class LineFormat { none, landxml, ifc };

LineFormat format_of(std::string_view text, const std::string& file_name) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  std::string begin(first == std::string_view::npos ? std::string_view() : text.substr(first, 12));
  std::transform(begin.begin(), begin.end(), begin.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  if (begin == "ISO-10303-21") return LineFormat::ifc;
  if (begin.starts_with('<')) return LineFormat::landxml;
  const std::string extension = extension_of(file_name);
  if (extension == ".ifc") return LineFormat::ifc;
  return extension == ".xml" ? LineFormat::landxml : LineFormat::none;
}

std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < 20; ++i) text += (i == 0 ? "\"" : ", \"") + names[i] + "\"";
  return text;
}

bool is_chosen(const AlignmentSpec& spec, const AlignmentFile& file, Findings& findings) {
  const auto say = [&](std::string problem, std::string got, std::string advice) {
    add(findings, spec, "name",
        {std::move(problem), std::move(got), quoted_list(file.names), std::move(advice)});
    return false;
  };
  if (file.alignments.size() == 1) return true;
  if (spec.name.value.empty()) return say("is missing: the file has several alignments", "", "Name one");
  if (std::count(file.names.begin(), file.names.end(), spec.name.value) > 1)
    return say("is the name of several alignments of the file", "\"" + spec.name.value + "\"",
               "Give each alignment a name of its own");
  const std::string near = nearest_name(spec.name.value, file.names);
  return say("is not in " + spec.file.value, "\"" + spec.name.value + "\"",
             near.empty() ? "Name an alignment of the file" : "Write \"" + near + "\"");
}

// Files give the distance of the rails as gauge, or the gauge itself.
void note_gauge(const RailsSpec& rails, const FileAlignment& line, std::vector<Finding>& notes) {
  constexpr double near = 5e-3;  // m: gauges are rounded, and widened
  if (line.gauge == 0 || std::abs(line.gauge - rails.distance()) < near ||
      std::abs(line.gauge - rails.gauge) < near)
    return;
  notes.push_back({line.gauge_where, line.gauge_key, "is not the distance of the rails",
                   fmt::format("{:.6g} m", line.gauge), fmt::format("{:.6g} m", rails.distance()),
                   "Give rails.rail_distance in a track file: the angle of cant follows from it"});
}

// Reports keys that the file of the line already has.
void check_alone(const TrackSpec& spec, Findings& findings) {
  const auto say = [&](const char* key, bool given) {
    if (given)
      add(findings, spec, key,
          {"is given in addition to alignment", "", "", "The line of the alignment has it: leave it out"});
  };
  say("segments", !spec.segments.empty());
  say("gradients", !spec.gradients.empty());
  say("heights", !spec.heights.empty());
  say("chainage", !spec.chainage.empty());
}

}  // namespace

bool is_landxml(const std::string& file) {
  return extension_of(file) == ".xml";
}

bool is_alignment_file(const std::string& file) {
  constexpr std::size_t head_bytes = 256;  // even, as UTF-16 needs
  std::error_code ignored;
  std::string head;
  if (std::filesystem::is_regular_file(file, ignored)) {
    head.resize(head_bytes);
    std::ifstream stream(file, std::ios::binary);
    stream.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(stream.gcount()));
  }
  return format_of(plain_utf8(head), file) != LineFormat::none;
}

TrackSpec spec_of_alignment_file(const std::string& file) {
  TrackSpec spec;
  spec.alignment.emplace();
  spec.alignment->file = {file, {file}};
  spec.alignment->where = {file};
  spec.alignment->key = "alignment";
  return spec;
}

std::optional<AlignmentFile> read_alignments(std::string_view text, const std::string& file_name,
                                             const std::optional<std::string>& wanted, Findings& findings,
                                             const LineChoices& choices) {
  const LineFormat format = format_of(text, file_name);
  if (format == LineFormat::none) {
    const FileContent* other = text_content(text);
    if (other == nullptr) other = plain_content(text);
    if (other != nullptr) {
      findings.add(wrong_content(file_name, *other, line_formats));
      return std::nullopt;
    }
  }
  return format == LineFormat::ifc ? read_ifc(text, file_name, wanted, findings, choices)
                                   : read_landxml(text, file_name, wanted, findings, choices);
}

std::optional<AlignmentFile> load_alignments(const std::string& file,
                                             const std::optional<std::string>& wanted, Findings& findings,
                                             std::vector<document::SourceFile>& sources,
                                             const LineChoices& choices) {
  const std::optional<std::string> text = document::read_file(file, largest_file, findings, line_formats);
  if (!text) return std::nullopt;
  std::optional<AlignmentFile> result = read_alignments(*text, file, wanted, findings, choices);
  sources.push_back({file, *text});
  return result;
}

TrackSpec with_alignment(const TrackSpec& spec, Findings& findings, std::vector<Finding>& notes,
                         std::vector<document::SourceFile>& sources) {
  TrackSpec result = spec;
  result.alignment.reset();
  const AlignmentSpec& from = *spec.alignment;
  check_alone(spec, findings);
  if (std::error_code error; !std::filesystem::is_regular_file(from.file.value, error)) {
    findings.add({from.file.where, "alignment.file", "cannot be read", from.file.value, "",
                  "Check the path; it is relative to the track file"});
    return result;
  }
  const std::optional<AlignmentFile> file =
      load_alignments(from.file.value, from.name.value, findings, sources,
                      {.cant_unit = from.cant_unit, .has_cants = !spec.cants.empty()});
  if (!file || !is_chosen(from, *file, findings)) return result;
  const FileAlignment& line = file->alignments.front();
  if (result.name.value.empty()) result.name = line.track.name;
  result.segments = line.track.segments;
  result.heights = line.track.heights;
  if (spec.cants.empty()) {
    result.cants = line.track.cants;
  } else if (!line.track.cants.empty()) {
    add(findings, spec, "cants",
        {"is given in addition to alignment", "", "", "The line of the alignment has it: leave it out"});
  }
  result.chainage = line.track.chainage;
  result.survey = line.track.survey;
  for (SegmentSpec& segment : result.segments) {
    if (segment.shape != TransitionShape::viennese || segment.gravity_height > 0) continue;
    segment.gravity_height = from.gravity_height;
    // Without cant no height matters.
    if (result.cants.empty() && segment.gravity_height == 0) segment.gravity_height = 1;
    if (segment.gravity_height > 0) continue;
    add(findings, segment, "gravity_height",
        {"is missing", "", "a number > 0 in m",
         "Give alignment.gravity_height in a track file: a Viennese bend is designed for a height of the "
         "line "
         "of gravity above the rails"});
  }
  note_gauge(result.rails, line, notes);
  notes.insert(notes.end(), line.notes.begin(), line.notes.end());
  return result;
}

}  // namespace flangeway::track

// Any bytes as a LandXML file: findings or alignments that can be judged, never a crash, and the same twice.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "flangeway/track/alignment.hpp"
#include "flangeway/track/landxml.hpp"

namespace flangeway::track {
namespace {

// What is read has lengths and curvatures of a line; a line without findings has finite laws all along.
void check_alignment(const LandXmlAlignment& line) {
  if (line.track.segments.empty()) std::abort();
  for (const SegmentSpec& segment : line.track.segments) {
    if (!(segment.length > 0) || !(std::abs(segment.curvature) <= 0.1)) std::abort();
    for (const double curvature : segment.curvatures)
      if (!(std::abs(curvature) <= 0.1)) std::abort();
  }
  Findings findings;
  std::vector<Finding> notes;
  const Alignment alignment = Alignment::from(line.track, findings, notes);
  if (!findings.empty()) return;
  for (int i = 0; i <= 20; ++i) {
    const double s = alignment.length() * i / 20;
    if (!std::isfinite(alignment.curvature(s)) || !std::isfinite(alignment.cant(s)) ||
        !std::isfinite(alignment.height(s)) || !std::isfinite(alignment.chainage(s).value_or(0)))
      std::abort();
  }
}

std::string outcome(std::string_view text) {
  Findings findings;
  const auto file = read_landxml(text, "fuzz.xml", std::nullopt, findings);
  if (file.has_value() != findings.empty()) std::abort();
  if (!file) return findings.text();
  for (const LandXmlAlignment& line : file->alignments)
    if (line.findings.empty()) check_alignment(line);
  return summary_text(*file) + json_text(*file);
}

}  // namespace
}  // namespace flangeway::track

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flangeway::track;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (outcome(text) != outcome(text)) std::abort();
  return 0;
}

// Invariants of any alignment file: findings or alignments that can be judged, and the same twice.
#pragma once

#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "flangeway/track/alignment.hpp"
#include "flangeway/track/alignment_file.hpp"

namespace flangeway::fuzz {

// Checks that lengths and curvatures are those of a line; a line without findings has finite laws all along.
inline void check_alignment(const track::FileAlignment& line) {
  if (line.track.segments.empty()) std::abort();
  for (const track::SegmentSpec& segment : line.track.segments) {
    if (!(segment.length > 0) || !(std::abs(segment.curvature) <= 0.1)) std::abort();
    for (const double curvature : segment.curvatures)
      if (!(std::abs(curvature) <= 0.1)) std::abort();
  }
  Findings findings;
  std::vector<Finding> notes;
  const track::Alignment alignment = track::Alignment::from(line.track, findings, notes);
  if (!findings.empty()) return;
  for (int i = 0; i <= 20; ++i) {
    const double s = alignment.length() * i / 20;
    if (!std::isfinite(alignment.curvature(s)) || !std::isfinite(alignment.cant(s)) ||
        !std::isfinite(alignment.height(s)) || !std::isfinite(alignment.chainage(s).value_or(0)))
      std::abort();
  }
}

/// `read`: read_landxml or read_ifc.
template <typename Read>
std::string outcome(std::string_view text, const Read& read) {
  Findings findings;
  const auto file = read(text, "fuzz", std::nullopt, findings);
  if (file.has_value() != findings.empty()) std::abort();
  if (!file) return findings.text();
  for (const track::FileAlignment& line : file->alignments)
    if (line.findings.empty()) check_alignment(line);
  return summary_text(*file) + json_text(*file);
}

}  // namespace flangeway::fuzz

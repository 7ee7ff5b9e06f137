// Reads slices files `.slcs`, `.slcw` of the program CONTACT: profiles along the track or around a wheel.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::deck {

struct SliceFile {
  double place = 0;  ///< mm along the track, or rad
  std::string file;
  SourceLocation where;
  std::vector<double> features;  ///< S_F, mm; negative: not in this slice
};

struct Slices {
  bool approximate = false;  ///< U_INTPOL = 2
  SourceLocation where_fit;  ///< of U_INTPOL
  std::vector<SliceFile> slices;
};

/// Nothing is returned if and only if there is a new finding.
[[nodiscard]] std::optional<Slices> read_slices(std::string_view text, const std::string& file_name,
                                                Findings& findings);

}  // namespace flangeway::deck

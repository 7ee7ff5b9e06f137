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

/// Whether a file name is one of slices by its ending, in any case, and of those of a wheel.
[[nodiscard]] bool is_slices(const std::string& file_name);
[[nodiscard]] bool is_wheel_slices(const std::string& file_name);

/// The places of a wheel are angles. Nothing is returned if and only if there is a new finding.
[[nodiscard]] std::optional<Slices> read_slices(std::string_view text, const std::string& file_name,
                                                Findings& findings);

}  // namespace flangeway::deck

// Two results of one case, bit by bit.
#pragma once

#include "flangeway/archive/archive.hpp"
#include "flangeway/results/reader.hpp"

namespace flangeway::archive {

/// Fills channels, rows, judged, problem and differences.
void compare(const results::Reader& archived, const results::Reader& repeated, Repetition& out);

}  // namespace flangeway::archive

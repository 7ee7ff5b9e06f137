// Events of a run in another process, for RunOptions::signal_when.
#pragma once

#include <filesystem>

#include "flangeway/results/checkpoint.hpp"
#include "flangeway/results/reader.hpp"

namespace flangeway::test {

/// Whether rows of a run are on the disk. That is after `output.flush_interval`, which these tests make
/// short.
[[nodiscard]] inline bool has_rows(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return false;
  Findings findings;
  const std::optional<results::Reader> reader = results::Reader::open(file.string(), findings);
  return reader && findings.empty() && reader->rows() > 0;
}

/// Whether a run has written its first checkpoint.
[[nodiscard]] inline bool has_checkpoint(const std::filesystem::path& file) {
  Findings findings;
  return has_rows(file) && results::read_checkpoint(file.string(), findings).has_value();
}

}  // namespace flangeway::test

// Checkpoints in a result file, from which a run can be continued.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/results/channel.hpp"

namespace flangeway::results {

/// How the case of a run is found again.
struct CheckpointOrigin {
  std::string folder;             ///< that the paths of input files start from
  std::vector<std::string> sets;  ///< "key.path=value"
};

struct Checkpoint {
  std::uint64_t number = 0;  ///< counts those of a run
  std::size_t rows = 0;      ///< that were recorded before it
  std::size_t records = 0;   ///< of the deformed track, likewise
  std::vector<std::byte> bytes;
  std::size_t judged = 0;  ///< records of what rules judge, likewise
};

/// A result file whose run can go on.
struct StoredCheckpoint {
  Checkpoint checkpoint;
  CheckpointOrigin origin;
  Status status = Status::running;
  std::string summary_json;
  Provenance provenance;
  std::string notice = {};  ///< that damaged rows lie behind it, which are cut off; may be empty
};

/// The case of a result file, also of a run that is finished.
struct StoredOrigin {
  CheckpointOrigin origin;
  Provenance provenance;
};

/// Nothing, and a finding, where the file cannot be read or does not say where its case lies.
[[nodiscard]] std::optional<StoredOrigin> read_origin(const std::string& path, Findings& findings);

/// The newest checkpoint that is whole and has no damaged row before it: a run that was killed while it wrote
/// one left the one before. Nothing, and a finding, where the file cannot be read, its run is finished, or it
/// has no such checkpoint or one of an earlier format. All rows before the checkpoint are read for this.
[[nodiscard]] std::optional<StoredCheckpoint> read_checkpoint(const std::string& path, Findings& findings);

}  // namespace flangeway::results

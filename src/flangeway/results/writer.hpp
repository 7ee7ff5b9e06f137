// Records a run in an HDF5 file that can be read during the run and after an interruption.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/results/channel.hpp"
#include "flangeway/results/checkpoint.hpp"
#include "flangeway/results/deformed_track.hpp"

namespace flangeway::results {

/// Rows of finite numbers, one number per channel, go into one dataset per channel (docs/results.md).
/// Appended rows are on disk after the flush interval or `chunk_rows` rows, whichever comes first.
class Writer {
 public:
  static constexpr std::size_t chunk_rows = 1024;

  /// Creates the file at `path` with all channels and no row; with `origin` also places for checkpoints.
  /// Gives nothing, and adds a finding, where the file exists and `force` is false, cannot be created, or a
  /// channel name is empty, used twice or has a
  /// `/`. An existing file is replaced only when the new one is ready. `deformed_track`: arrays that get
  /// records of their own; without any, the file says nothing of it. `judged` likewise.
  [[nodiscard]] static std::optional<Writer> create(const std::string& path,
                                                    const std::vector<Channel>& channels,
                                                    const Provenance& provenance, bool force,
                                                    Findings& findings, const ArrayGroup& deformed_track = {},
                                                    const std::optional<CheckpointOrigin>& origin = {},
                                                    const ArrayGroup& judged = {});

  /// Continues the file of a run after this checkpoint of it: later rows and records are removed. Returns
  /// nothing, and adds a finding, if the file cannot be written or belongs to another kind of run.
  [[nodiscard]] static std::optional<Writer> resume(const std::string& path,
                                                    const std::vector<Channel>& channels,
                                                    const Checkpoint& checkpoint, Findings& findings,
                                                    const ArrayGroup& deformed_track = {},
                                                    const ArrayGroup& judged = {});

  Writer(Writer&&) noexcept;
  Writer& operator=(Writer&&) noexcept;
  /// Without finish(): writes appended rows and leaves the status `running`.
  ~Writer();

  /// Adds one row, `row[i]` for channel i. Allocates nothing itself. Returns false, in all later calls too,
  /// after a number that is not finite (its row is not kept) or a failed write: end the run, see problem().
  [[nodiscard]] bool append(const double* row);

  /// Adds one record of the deformed track, under the same terms.
  [[nodiscard]] bool append_deformed_track(const double* record);

  /// Adds one record of what rules judge, under the same terms.
  [[nodiscard]] bool append_judged(const double* record);

  /// Seconds by the clock that rows may wait for the disk; 1 unless set.
  void set_flush_interval(double seconds);

  /// Writes appended rows to the disk now.
  bool flush();

  /// Writes appended rows, and the state from which the run continues: for a file that was created with an
  /// origin. A run that is killed meanwhile leaves the checkpoint before. Returns false as append() does.
  [[nodiscard]] bool write_checkpoint(std::span<const std::byte> bytes);

  /// Writes remaining rows, the status and the summary (one JSON document, see docs/results.md), and closes
  /// the file; a run that is not `stopped` has no use for its checkpoints, which are removed. False if that
  /// failed: see problem(). After a problem in append() the status written should be `stopped`.
  bool finish(Status status, const std::string& summary_json);

  /// Empty, or one line: the file, what went wrong (with channel and row), and how many rows were kept.
  [[nodiscard]] const std::string& problem() const;
  /// The problem without the file and its rows: for a file that is not kept.
  [[nodiscard]] const std::string& cause() const;
  /// Rows appended so far.
  [[nodiscard]] std::size_t rows() const;
  [[nodiscard]] const std::string& path() const;

 private:
  struct Impl;
  explicit Writer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace flangeway::results

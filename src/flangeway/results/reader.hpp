// Reads a result file, also while it is being written or after its run was interrupted.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/results/channel.hpp"
#include "flangeway/results/deformed_track.hpp"

namespace flangeway::results {

/// Rows `from`, `from + every`, … below `to`.
struct RowRange {
  std::size_t from = 0;
  std::size_t to = std::numeric_limits<std::size_t>::max();  ///< cut to the number of rows
  std::size_t every = 1;                                     ///< > 0
};

/// How many of so many rows a range has.
[[nodiscard]] std::size_t count_of(const RowRange& range, std::size_t rows);

class Reader {
 public:
  /// Gives nothing, and adds a finding, where the file is missing, truncated, not HDF5 or not a result.
  [[nodiscard]] static std::optional<Reader> open(const std::string& path, Findings& findings);

  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;
  ~Reader();

  [[nodiscard]] const std::string& path() const;
  /// In the order in which the run wrote them.
  [[nodiscard]] const std::vector<Channel>& channels() const;
  [[nodiscard]] bool has(std::string_view name) const;
  /// Rows that every channel has at the time of open().
  [[nodiscard]] std::size_t rows() const;
  /// One channel, SI; throws BadInput where there is no such channel (naming the nearest) or the file is
  /// damaged.
  [[nodiscard]] std::vector<double> read(std::string_view name, RowRange range = {}) const;

  /// The arrays of the deformed track, as they were given to the writer; none where the file has none.
  [[nodiscard]] const ArrayGroup& deformed_track() const;
  /// Records that every one of them has.
  [[nodiscard]] std::size_t deformed_track_records() const;
  /// The numbers of one array, record by record; throws as read().
  [[nodiscard]] std::vector<double> read_deformed_track(std::string_view array, RowRange records = {}) const;

  /// Judged quantities, filtered before sampling: arrays of one number, named as channels; none where
  /// the file has none.
  [[nodiscard]] const ArrayGroup& judged() const;
  [[nodiscard]] std::size_t judged_records() const;
  /// Throws as read().
  [[nodiscard]] std::vector<double> read_judged(std::string_view array) const;

  [[nodiscard]] Status status() const;
  /// Whether a checksum of the whole file was right. Files of format versions 1 and 2 have none, nor has a
  /// run that goes on.
  [[nodiscard]] bool has_checksum() const;
  /// The JSON text given to Writer::finish, or "{}" before that.
  [[nodiscard]] const std::string& summary_json() const;
  [[nodiscard]] const Provenance& provenance() const;

 private:
  struct Impl;
  explicit Reader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Names that match the patterns (`*` any characters, `?` one), in the order of the patterns, each once.
/// A pattern without a match gives a finding that names the nearest channel.
[[nodiscard]] std::vector<std::string> select_channels(const std::vector<Channel>& channels,
                                                       const std::vector<std::string>& patterns,
                                                       const std::string& path, Findings& findings);

}  // namespace flangeway::results

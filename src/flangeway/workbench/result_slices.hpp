// Result files for plots: contents, and channels thinned so that no extreme is lost.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "flangeway/results/reader.hpp"
#include "flangeway/workbench/project.hpp"
#include "flangeway/workbench/tree.hpp"

namespace flangeway::workbench {

/// Part of a result that a plot asks for.
struct SliceRequest {
  std::vector<std::string> channels;
  std::string over = "time";       ///< or "distance"
  std::optional<double> from, to;  ///< s or m; the whole range if not given
  std::size_t points = 2000;       ///< above which rows are thinned
  std::string filter;  ///< "", "low_pass:HZ", "high_pass:HZ", "band_pass:HZ:HZ", "sliding_mean:LENGTH"
};

/// Least and greatest value of each of `count` groups of neighbouring numbers.
struct Extremes {
  std::vector<double> least, greatest;
};
[[nodiscard]] Extremes thinned(const std::vector<double>& values, std::size_t count);

/// Keeps the files of the last requests open, for the next plot. HDF5 is called by one thread at a time.
class ResultFiles {
 public:
  explicit ResultFiles(const Project& project) : project_(project) {}
  /// {"channels", "from", "to", "rows", "status", "summary", "started", "command"}
  [[nodiscard]] Json describe(const std::string& path);
  /// {"x", "channels"}: `values` of each channel, or `least` and `greatest` of groups of rows around each x.
  [[nodiscard]] Json slice(const std::string& path, const SliceRequest& request);
  /// Files that the run of a result has read and that are not as they were: "tracks/curve.toml has changed".
  /// `hash_of` gives the hash of a file of the project, or "" where there is none.
  [[nodiscard]] Json stale_inputs(const std::string& path,
                                  const std::function<std::string(const std::string&)>& hash_of);

 private:
  struct Opened {
    std::string path;
    FileStamp stamp;
    Descriptor file;
    std::optional<results::Reader> reader;
  };
  const results::Reader& open(const std::string& path);

  const Project& project_;
  std::mutex mutex_;
  std::list<Opened> opened_;  // the last one first
};

}  // namespace flangeway::workbench

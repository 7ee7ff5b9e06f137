// A case: a vehicle on a track with a speed, checked and ready to run.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/channel.hpp"

namespace flangeway {

/// Texts in the syntax of the files (TOML, docs/reference), written by a program.
struct CaseTexts {
  std::string run;           ///< the case file
  std::string vehicle = {};  ///< the vehicle file; empty: the case names one
  std::string track = {};    ///< the track file; empty: the case names one
};

/// Immutable and cheap to copy; any number of threads may run one case at the same time.
class Case {
 public:
  /// Reads case, vehicle, track and profiles. `settings` are "key=value", as in `flangeway run --set`:
  /// "speed=25", "vehicle.bodies[1].mass=31000". Throws InputError.
  [[nodiscard]] static Case load(const std::filesystem::path& file,
                                 const std::vector<std::string>& settings = {});
  /// Reads texts in place of files; relative paths in them start from the working folder. Throws InputError.
  [[nodiscard]] static Case from_text(const CaseTexts& texts, const std::vector<std::string>& settings = {});

  [[nodiscard]] const std::string& name() const;
  [[nodiscard]] double speed() const;         ///< m/s, at the start
  [[nodiscard]] double track_length() const;  ///< m, of all segments
  /// Names of all bodies of the vehicle, wheelsets among them.
  [[nodiscard]] std::vector<std::string> bodies() const;
  [[nodiscard]] std::vector<std::string> wheelsets() const;
  /// Recorded quantities, one for each number of a row.
  [[nodiscard]] const std::vector<Channel>& channels() const;
  /// Position of a channel in a row. Throws InputError, which names the nearest channel.
  [[nodiscard]] std::size_t channel_index(std::string_view name) const;
  /// Remarks on the input that stop nothing, such as former names of keys.
  [[nodiscard]] const std::vector<std::string>& notes() const;

  struct Data;
  /// For the library itself.
  explicit Case(std::shared_ptr<const Data> data);
  [[nodiscard]] const Data& data() const { return *data_; }

 private:
  std::shared_ptr<const Data> data_;
};

}  // namespace flangeway

// Description of the numbers in a result file: channels, and the provenance of the run.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace flangeway::results {

/// One recorded quantity. The unit is SI, written as `N`, `m/s`, `rad`, `1/m`; `1` for a pure number.
struct Channel {
  std::string name;         ///< `wheelset1.left.flange.normal_force`; no `/`
  std::string unit;         ///< `N`
  std::string frame;        ///< the frame of the components: `track`, `contact`, …; empty for a scalar
  std::string description;  ///< one sentence
};

/// The place of a channel in a list that has it. Throws std::out_of_range where the list has it not.
[[nodiscard]] std::size_t place_of(const std::vector<Channel>& channels, std::string_view name);

/// The name that a channel has today; an older file, or whoever asks for a channel, may use a former one.
[[nodiscard]] std::string current_name(std::string_view name);

/// A file that was read for the run.
struct InputFile {
  std::string path;
  std::string sha256;  ///< 64 hexadecimal digits
};

/// How a result came about; everything a reader needs to compute it again.
struct Provenance {
  std::string version;            ///< of Flangeway
  std::string commit;             ///< may be empty
  std::string command_line;       ///< as typed
  std::string started;            ///< ISO 8601, UTC; Writer::create fills it in where it is empty
  std::vector<InputFile> inputs;  ///< the case first, then the files that it refers to
  std::string method;             ///< how wheel and rail are coupled: `kec`, `lut`
  std::string integrator;         ///< name and tolerances or step: `rk4, step 0.0001 s`
  std::string settings;           ///< the complete case as TOML or JSON text, after `--set`
  std::string scene = {};         ///< shapes and places for pictures, JSON (docs/results.md); may be empty
};

/// How a run ended. An interrupted file also has `running`.
enum class Status { running, completed, derailed, stopped };

[[nodiscard]] const char* to_string(Status status);

}  // namespace flangeway::results

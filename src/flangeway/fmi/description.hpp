// Description of an FMU (Functional Mock-up Unit, FMI 2 or 3): its modelDescription.xml.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::fmi {

enum class Type {
  float64,
  float32,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  boolean,
  other
};

struct Variable {
  std::string name, causality;
  std::uint32_t reference = 0;
  Type type = Type::other;
  std::size_t size = 1;  ///< of an array (FMI 3): how many numbers it has
};

/// One number of a variable: of an array `name[3]` is the third one.
struct Place {
  std::size_t variable = 0;  ///< in Description::variables
  std::size_t element = 0;
};

struct Description {
  int version = 0;  ///< 2 or 3
  std::string model_name, token;
  /// Names of the library for each kind of use; empty: not offered.
  std::string co_simulation, model_exchange;
  std::vector<Variable> variables;
  std::size_t states = 0, event_indicators = 0;
  std::vector<std::uint32_t> state_derivatives;
  std::vector<std::string> platforms;  ///< "x86_64-linux", "win64", … that have libraries
  /// Libraries of this machine for each kind of use, in the archive; empty: none.
  std::string co_simulation_library, model_exchange_library;

  [[nodiscard]] std::optional<Place> find(const std::string& name) const;
  /// Names of the numbers with this causality, as find() takes them: name[1], name[2], … of an array. Empty:
  /// of all.
  [[nodiscard]] std::vector<std::string> names(const std::string& causality = "") const;
};

/// Reads the archive. Findings are about `key`, which stands at `where`: it is no FMU of FMI 2 or 3 for this
/// machine; or it states more numbers, files or bytes than an FMU of its size may have.
[[nodiscard]] std::optional<Description> read_description(const std::string& file,
                                                          const SourceLocation& where, const std::string& key,
                                                          Findings& findings);
/// Unpacks the archive into a folder, unless it states too many files or bytes. The text of what went wrong,
/// or "".
[[nodiscard]] std::string unpack(const std::string& file, const std::string& folder);

}  // namespace flangeway::fmi

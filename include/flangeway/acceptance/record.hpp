// A run, simulated or measured, as columns in SI units: what a rule judges.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/results/reader.hpp"

namespace flangeway::acceptance {

/// Columns by name. Values of result files are read when they are asked for.
class Record {
 public:
  /// A result file (HDF5), or a table of text (.csv) with a header of `name [unit]`. Nothing, and findings,
  /// where it cannot be used: unknown units, rows of another length, values that are not numbers.
  [[nodiscard]] static std::optional<Record> open(const std::string& path, Findings& findings);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] bool has(const std::string& name) const;
  /// SI. Throws BadInput where there is no such column.
  [[nodiscard]] std::vector<double> values(const std::string& name) const;
  /// Wheelsets in their order: those that have left and right Q.
  [[nodiscard]] std::vector<std::string> wheelsets() const;

 private:
  std::string path_;
  std::vector<std::string> names_;
  std::map<std::string, std::vector<double>> columns_;
  std::shared_ptr<const results::Reader> reader_;
};

/// The factor that makes SI of a unit: "kN" → 1000, "m/s^2" → 1. Nothing for an unknown one.
[[nodiscard]] std::optional<double> si_factor(const std::string& unit);

/// All result files and tables that the paths name, folders searched through, in order.
[[nodiscard]] std::vector<std::string> record_paths(const std::vector<std::string>& paths,
                                                    Findings& findings);

}  // namespace flangeway::acceptance

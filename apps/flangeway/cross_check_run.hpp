// flangeway run --cross-check: the same case with another contact method, and what differs.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "flangeway/acceptance/record.hpp"
#include "flangeway/simulate/run.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::app {

/// A case with the contact method that checks its own.
struct CrossCheckCase {
  std::string method;  ///< "kec"
  vehicle_case::CaseModel model;
};

/// `elastic` for a run with `kec` or `lut`, Hertz's ellipses for strips and boundary elements, else `kec`.
/// Nothing, with findings, where the case cannot be run with that method.
[[nodiscard]] std::optional<CrossCheckCase> load_cross_check(const Common& common,
                                                             const vehicle_case::CaseModel& run,
                                                             Findings& findings);

/// The same for a case file whose run has the given settings; findings name the case only.
[[nodiscard]] std::optional<CrossCheckCase> load_other_method(const std::filesystem::path& file,
                                                              document::Assignments sets,
                                                              const wheelrail::Settings& settings,
                                                              wheelrail::PairTables* tables,
                                                              Findings& findings);

/// Runs the other case and compares it with the record of a run of this vehicle.
[[nodiscard]] assess::CrossCheck cross_check(const acceptance::Record& record,
                                             const multibody::Model& vehicle, const CrossCheckCase& other,
                                             const std::function<bool(double time)>& progress);

/// Judged records of a run, kept in memory.
class JudgedColumns {
 public:
  explicit JudgedColumns(const vehicle_case::CaseModel& model);
  void add(const double* record);
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] const std::vector<std::vector<double>>& columns() const { return columns_; }

 private:
  std::vector<std::string> names_;
  std::vector<std::vector<double>> columns_;
};

/// Runs the other case, compares, and adds the result and its warnings to the summary of the run.
void cross_check(const Common& common, const vehicle_case::CaseModel& run, const JudgedColumns& records,
                 const CrossCheckCase& other, simulate::Summary& summary);

}  // namespace flangeway::app

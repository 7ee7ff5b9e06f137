// Parameters of a vehicle file: names for numbers, which other numbers of the file may be computed from.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/visitor.hpp"

namespace flangeway::vehicle {

class Parameters {
 public:
  Parameters() = default;
  /// Each is a number, or an expression of the others in any order.
  explicit Parameters(const std::vector<document::Setting>& settings);

  /// The value of an expression; otherwise `problem` describes the error.
  [[nodiscard]] std::optional<double> value(const std::string& expression, std::string& problem) const;
  /// Value of a number, or of a text with an expression.
  [[nodiscard]] std::optional<double> value(const document::Value& value, std::string& problem) const;
  [[nodiscard]] bool empty() const { return values_.empty(); }
  /// Errors in the parameters themselves.
  [[nodiscard]] const std::vector<Finding>& faults() const { return faults_; }

 private:
  std::map<std::string, double> values_;
  std::vector<Finding> faults_;
};

}  // namespace flangeway::vehicle

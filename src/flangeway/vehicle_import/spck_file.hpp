// Statements of a SIMPACK model file (.spck): `force.par ( 4 , $F_Spring ) = { 1.2 kN/mm } ! [N/m] Stiffness
// in x`.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::vehicle_import {

/// The right side of a statement.
struct SpckValue {
  std::string text;     ///< without quotes and braces: "1.2 kN/mm", "$M_Frame_BRF", "null"
  std::string comment;  ///< behind the '!'
  std::string scope;    ///< substructure whose names the text means: "$S_Front." or ""
  SourceLocation where;
};

/// All statements of a model and its substructures. Names of elements have the substructures that
/// they are in before them: "$S_Front.$M_Axle". A statement that comes later takes the place of an earlier
/// one.
class SpckFile {
 public:
  /// Reads `text`, and the files that it names as substructures and lists of variables.
  static SpckFile from_text(std::string_view text, const std::string& file, Findings& findings);

  /// Names of the elements with a statement `kind.…`, in the order of the file; of all for "".
  [[nodiscard]] std::vector<std::string> elements(std::string_view kind) const;
  /// Value of `key`, as "marker.pos(2)", of an element; null where there is none.
  [[nodiscard]] const SpckValue* find(const std::string& element, const std::string& key) const;
  /// All keys and values of an element.
  [[nodiscard]] const std::map<std::string, SpckValue>& values(const std::string& element) const;
  /// The element that a value names, with its substructures; "" for null and where there is none.
  [[nodiscard]] std::string reference(const std::string& element, const std::string& key) const;
  /// The number of a value; `otherwise` where there is none. Anything but a number is a finding.
  [[nodiscard]] double number(const std::string& element, const std::string& key, double otherwise,
                              Findings& findings) const;
  /// The main file.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Path of a file that the model names: in `first_folder`, the model's own folder and its search paths, and
  /// there also without the folders of its name, whatever its case; "" where it is in none of them.
  [[nodiscard]] std::string found(const std::string& name, const std::filesystem::path& first_folder) const;
  /// Files that were found under other names.
  [[nodiscard]] const std::set<std::string>& readings() const { return readings_; }

 private:
  friend class SpckReader;

  std::optional<double> evaluate(const SpckValue& value, std::vector<std::string>& open,
                                 std::string& problem) const;

  std::map<std::string, std::map<std::string, SpckValue>> values_;
  std::vector<std::string> order_;
  std::string name_;
  std::vector<std::string> folders_;  // with files that the model names, its own first
  // Each is evaluated once: a chain of variables that name the next one twice would take for ever.
  mutable std::map<std::string, double> variables_;
  mutable std::set<std::string> readings_;
};

/// Value of a variable, such as "$_Mass"; nothing, with the reason in `problem`, where there is none.
using SpckVariables = std::function<std::optional<double>(const std::string& name, std::string& problem)>;

/// Number of an expression with units, in SI: "1.2 kN/mm", "-860/2000", "atan(0.08/0.8225) + pi/2",
/// "$_Mass/2".
[[nodiscard]] std::optional<double> evaluate_spck(std::string_view text, const SpckVariables& variables,
                                                  std::string& problem);

}  // namespace flangeway::vehicle_import

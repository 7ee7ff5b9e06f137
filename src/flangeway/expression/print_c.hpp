// Prints expressions as statements of C or Matlab.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "flangeway/expression/expression.hpp"

namespace flangeway::expression {

/// Left side of an assignment, and its value.
struct Target {
  std::string name;  ///< "M[3]"
  Expression value;
};

enum class Language { c, matlab };

struct PrintOptions {
  Language language = Language::c;
  /// Text for a symbol, by its index; default: its name.
  std::function<std::string(std::size_t symbol)> symbol;
  /// Atoms that are computed already, and their names.
  std::unordered_map<Atom, std::string> known = {};
  std::string indent = "  ";
  std::string prefix = "a";  ///< of the variables that hold atoms
  /// An atom that is used once is written where it is used, up to so many operations in one statement.
  int inline_operations = 12;
};

/// Statements `const double a7 = …;` for the atoms that are used more than once, operands first, and then
/// `target = …;`. C needs <math.h> only; Matlab has no declarations. Numbers have 17 digits: the same bits as
/// in the graph.
[[nodiscard]] std::string print_c(const Graph& graph, std::span<const Target> targets,
                                  const PrintOptions& options = {});

}  // namespace flangeway::expression

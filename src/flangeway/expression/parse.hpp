// Parses expressions as people write them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "flangeway/expression/expression.hpp"

namespace flangeway::expression {

/// A text that is no expression, or names what is not there; column counts from 1.
class ParseError : public std::runtime_error {
 public:
  ParseError(std::size_t at, const std::string& what) : std::runtime_error(what), column(at) {}
  std::size_t column;
};

/// Meaning of a name; none if it has none.
using Names = std::function<std::optional<Expression>(std::string_view)>;

/// Numbers, names, + − * / and ^ with a whole exponent, parentheses; pi; sqrt, sin, cos, tan, exp, log, atan,
/// abs of one argument and atan2 of two. Throws ParseError; SymbolicError where it divides by zero.
[[nodiscard]] Expression parse(std::string_view text, const Names& names);

}  // namespace flangeway::expression

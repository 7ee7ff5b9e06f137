#include "flangeway/case_codegen/symbols.hpp"

#include <fmt/format.h>

namespace flangeway::case_codegen {

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

namespace {

// `(void)a;` for each parameter: not every model uses them all.
std::string uses(const std::string& head) {
  std::string text;
  for (std::size_t end = head.find_first_of(",)"); end != std::string::npos;
       end = head.find_first_of(",)", end + 1)) {
    const std::size_t begin = head.find_last_of(" *", end) + 1;
    text += fmt::format("  (void){};\n", head.substr(begin, end - begin));
  }
  return text;
}

}  // namespace

Function function(const std::string& name, const std::string& head, Symbols& symbols,
                  const Targets& targets) {
  std::vector<Expression> values;
  for (const expression::Target& target : targets.all()) values.push_back(target.value);
  return {name,
          fmt::format("{} {{\n{}{}}}\n\n", head, uses(head),
                      expression::print_c(symbols.graph(), targets.all(), expression::PrintOptions{})),
          expression::count_operations(symbols.graph(), values)};
}

}  // namespace flangeway::case_codegen

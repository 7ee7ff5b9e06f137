// Data as C, and the build file of a generated project.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace flangeway::codegen {

/// A text in quotes.
[[nodiscard]] std::string c_text(const std::string& text);
/// Definitions of arrays `array`, of one entry where there is none.
[[nodiscard]] std::string c_names(const std::string& array, const std::vector<std::string>& names);
[[nodiscard]] std::string c_numbers(const std::string& array, const std::vector<double>& numbers);
[[nodiscard]] std::string c_integers(const std::string& array, const std::vector<std::size_t>& numbers);

/// The header with the sizes of arrays, an enumeration.
struct NamedSize {
  const char* name = nullptr;
  std::size_t value = 0;
};
[[nodiscard]] std::string size_header(const std::vector<NamedSize>& sizes);

/// CMakeLists.txt with the library of these sources, the runner and the test.
[[nodiscard]] std::string project_cmake(const std::string& sources);

}  // namespace flangeway::codegen

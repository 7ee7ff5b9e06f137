#include "flangeway/codegen/c_data.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace flangeway::codegen {

namespace {

// `{a, b}`, or what C wants where there is nothing.
std::string c_array(const std::string& declaration, const std::vector<std::string>& entries,
                    const char* nothing) {
  return fmt::format("{} = {{{}}};\n", declaration,
                     entries.empty() ? std::string(nothing) : fmt::format("{}", fmt::join(entries, ", ")));
}

}  // namespace

std::string c_text(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return result + "\"";
}

std::string c_names(const std::string& array, const std::vector<std::string>& names) {
  std::vector<std::string> texts(names.size());
  std::transform(names.begin(), names.end(), texts.begin(), c_text);
  return c_array(fmt::format("const char *const {}[]", array), texts, "\"\"");
}

std::string c_numbers(const std::string& array, const std::vector<double>& numbers) {
  std::vector<std::string> texts;
  for (const double number : numbers) texts.push_back(fmt::format("{:.17g}", number));
  return c_array(fmt::format("const double {}[]", array), texts, "0.0");
}

std::string c_integers(const std::string& array, const std::vector<std::size_t>& numbers) {
  std::vector<std::string> texts;
  for (const std::size_t number : numbers) texts.push_back(fmt::format("{}", number));
  return c_array(fmt::format("const int {}[]", array), texts, "0");
}

std::string size_header(const std::vector<NamedSize>& sizes) {
  std::vector<std::string> entries;
  for (const NamedSize& size : sizes) entries.push_back(fmt::format("  {} = {}", size.name, size.value));
  return fmt::format(R"(/* Sizes of the model. */
#ifndef FLANGEWAY_MODEL_SIZE_H
#define FLANGEWAY_MODEL_SIZE_H
enum {{
{}
}};
#endif
)",
                     fmt::join(entries, ",\n"));
}

std::string project_cmake(const std::string& sources) {
  return fmt::format(R"(cmake_minimum_required(VERSION 3.16)
project(flangeway_generated C)
set(CMAKE_C_STANDARD 11)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O2")
# No contraction: the same bits on every machine that has IEEE numbers.
add_compile_options(-Wall -Wextra -ffp-contract=off -fno-math-errno)
add_library(model STATIC {})
target_include_directories(model PUBLIC ${{CMAKE_CURRENT_SOURCE_DIR}})
target_link_libraries(model PUBLIC m)
add_executable(runner runner.c)
target_link_libraries(runner PRIVATE model)
add_executable(selftest selftest.c)
target_link_libraries(selftest PRIVATE model)
enable_testing()
add_test(NAME selftest COMMAND selftest)
)",
                     sources);
}

}  // namespace flangeway::codegen

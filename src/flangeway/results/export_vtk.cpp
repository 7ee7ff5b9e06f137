// Writes contact fields as legacy VTK files [VtkFormats].
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "flangeway/results/export.hpp"

namespace flangeway::results {
namespace {

// The first line of a title is all that the format takes, and names are words.
std::string vtk_word(const std::string& text) {
  std::string word = text;
  std::replace_if(
      word.begin(), word.end(), [](char c) { return c == ' ' || c == '\t' || c == '\n'; }, '_');
  return word;
}

const Field* coordinates_of(const FieldGroup& group, const char* name) {
  const auto found = std::find_if(group.fields.begin(), group.fields.end(),
                                  [&](const Field& field) { return field.name == name && field.rows == 0; });
  return found == group.fields.end() ? nullptr : &*found;
}

std::string coordinate_lines(const char* axis, const std::vector<double>& values) {
  std::string text = fmt::format("{}_COORDINATES {} double\n", axis, values.size());
  for (const double value : values) fmt::format_to(std::back_inserter(text), "{}\n", value);
  return text;
}

}  // namespace

std::string vtk_file(const FieldGroup& group, const std::string& title) {
  const Field* const x = coordinates_of(group, "x");
  const Field* const y = coordinates_of(group, "y");
  if (x == nullptr || y == nullptr) return "";
  std::string text = fmt::format("# vtk DataFile Version 3.0\n{}\nASCII\nDATASET RECTILINEAR_GRID\n",
                                 vtk_word(title).substr(0, 200));
  text += fmt::format("DIMENSIONS {} {} 1\n", x->values.size(), y->values.size());
  text += coordinate_lines("X", x->values) + coordinate_lines("Y", y->values) + coordinate_lines("Z", {0});
  text += fmt::format("POINT_DATA {}\n", x->values.size() * y->values.size());
  for (const Field& field : group.fields) {
    if (field.rows != y->values.size() || field.columns != x->values.size()) continue;
    text += fmt::format(
        "SCALARS {} double 1\nLOOKUP_TABLE default\n",
        vtk_word(field.unit.empty() || field.unit == "1" ? field.name
                                                         : fmt::format("{}_[{}]", field.name, field.unit)));
    for (const double value : field.values) fmt::format_to(std::back_inserter(text), "{}\n", value);
  }
  return text;
}

}  // namespace flangeway::results

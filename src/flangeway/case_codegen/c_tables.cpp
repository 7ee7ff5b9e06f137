#include "flangeway/case_codegen/c_tables.hpp"

#include <numeric>
#include <vector>

#include <fmt/format.h>

namespace flangeway::case_codegen {

using math::UniformSpline;

namespace {

std::string node(const UniformSpline& spline, std::span<const std::size_t> channels, std::size_t i) {
  std::vector<double> value(spline.channels()), slope(spline.channels());
  const bool last = i == spline.intervals();
  const double start = spline.start(), step = spline.step();
  if (last) {
    const double right = start + step * static_cast<double>(i);
    spline.evaluate(right, value.data(), slope.data());
  } else {  // from the middle of the interval its cubic is found for sure
    const auto place = spline.locate(start + step * (static_cast<double>(i) + 0.5));
    for (std::size_t c = 0; c < spline.channels(); ++c) {
      value[c] = place.coefficients[c];
      slope[c] = place.coefficients[spline.channels() + c];
    }
  }
  std::string text;
  for (const std::size_t c : channels) text += number(value[c]) + ",";
  for (const std::size_t c : channels) text += number(slope[c]) + ",";
  return text + "\n";
}

}  // namespace

std::string number(double x) {
  return fmt::format("{}", x + 0.0);
}

std::string Tables::spline(const UniformSpline& spline, std::span<const std::size_t> channels) {
  std::string nodes;
  for (std::size_t i = 0; i <= spline.intervals(); ++i) nodes += node(spline, channels, i);
  return fmt::format("{{{}, {}, {}, {}, {}}}", number(spline.start()), number(spline.step()),
                     spline.intervals(), channels.size(), array("double", nodes));
}

std::string Tables::spline(const UniformSpline& spline) {
  std::vector<std::size_t> all(spline.channels());
  std::iota(all.begin(), all.end(), 0);
  return this->spline(spline, all);
}

std::string Tables::array(const char* type, const std::string& entries) {
  const auto [known, is_new] = names_.emplace(entries, fmt::format("table{}", names_.size()));
  if (is_new) code_ += fmt::format("static const {} {}[] = {{\n{}}};\n", type, known->second, entries);
  return known->second;
}

}  // namespace flangeway::case_codegen

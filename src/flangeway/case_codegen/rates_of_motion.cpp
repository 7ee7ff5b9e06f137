#include "flangeway/case_codegen/rates_of_motion.hpp"

#include <fmt/format.h>

namespace flangeway::case_codegen {

std::vector<expression::Assignment> rates_of_motion(Symbols& s, const char* measures, int count) {
  std::vector<expression::Assignment> rates;
  for (int k = 0; k < 4; ++k)
    rates.emplace_back(s.at(fmt::format("q[{}]", k)), s.at(fmt::format("v[{}]", k)));
  const auto measure = [&](int derivative, int channel) {
    return s.at(fmt::format("{}[{}][{}]", measures, derivative, channel));
  };
  for (int derivative = 0; derivative < 2; ++derivative) {
    for (int channel = 0; channel < count; ++channel)
      rates.emplace_back(measure(derivative, channel), measure(derivative + 1, channel) * s.at("v[0]"));
  }
  return rates;
}

}  // namespace flangeway::case_codegen

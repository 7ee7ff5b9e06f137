#include "flangeway/case_codegen/rates_of_motion.hpp"

#include <fmt/format.h>

namespace flangeway::case_codegen {

std::vector<expression::Assignment> rates_of_motion(Symbols& s, const char* measures, int count,
                                                    const std::string& moving) {
  std::vector<expression::Assignment> rates;
  for (int k = 0; k < 4; ++k)
    rates.emplace_back(s.at(fmt::format("q[{}]", k)), s.at(fmt::format("v[{}]", k)));
  const auto entry = [&](const std::string& array, int derivative, int channel) {
    return s.at(fmt::format("{}[{}][{}]", array, derivative, channel));
  };
  for (int derivative = 0; derivative < 2; ++derivative) {
    for (int channel = 0; channel < count; ++channel) {
      Expression rate = entry(measures, derivative + 1, channel) * s.at("v[0]");
      if (derivative == 0 && !moving.empty()) rate = rate + entry(moving, 0, channel);
      rates.emplace_back(entry(measures, derivative, channel), rate);
    }
  }
  for (int channel = 0; channel < count && !moving.empty(); ++channel)
    rates.emplace_back(entry(moving, 0, channel), entry(moving, 1, channel));
  return rates;
}

}  // namespace flangeway::case_codegen

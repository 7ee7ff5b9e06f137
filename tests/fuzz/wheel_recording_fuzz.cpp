// Any bytes as a recording of the radius around a wheel: findings or a finite spline that closes, never a
// crash, and the same twice.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "flangeway/vehicle_case/wheel_file.hpp"

namespace flangeway::vehicle_case {
namespace {

std::string outcome(const std::string& text) {
  Findings findings;
  const auto wheel = parse_wheel(text, "fuzz.csv", 0.46, findings);
  if (wheel.has_value() != findings.empty()) std::abort();
  for (int i = 0; wheel && i <= 100; ++i) {
    const double angle = -3.14159 + 4 * 3.14159 * i / 100;
    if (!(std::abs(wheel->value(angle)) < 1)) std::abort();
  }
  return findings.text();
}

}  // namespace
}  // namespace flangeway::vehicle_case

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (flangeway::vehicle_case::outcome(text) != flangeway::vehicle_case::outcome(text)) std::abort();
  return 0;
}

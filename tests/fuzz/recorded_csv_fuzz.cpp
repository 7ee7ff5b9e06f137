// Any bytes as a recording of track geometry: findings or columns of finite numbers, never a crash, and the
// same twice.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "flangeway/track/recorded_geometry.hpp"

namespace flangeway::track {
namespace {

void check_geometry(const RecordedGeometry& geometry) {
  if (!(geometry.step > 0) || !std::isfinite(geometry.start)) std::abort();
  for (const RecordedColumn& column : geometry.columns) {
    if (column.values.size() != geometry.count) std::abort();
    for (const double value : column.values)
      if (std::isinf(value)) std::abort();
  }
}

std::string outcome(std::string_view text, Gaps gaps) {
  Findings findings;
  const auto geometry = parse_recorded_geometry(text, "fuzz.csv", {.gaps = gaps}, findings);
  if (geometry.has_value() != findings.empty()) std::abort();
  if (geometry) check_geometry(*geometry);
  return findings.text();
}

}  // namespace
}  // namespace flangeway::track

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flangeway::track;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (outcome(text, Gaps::refuse) != outcome(text, Gaps::refuse)) std::abort();
  outcome(text, Gaps::split);
  return 0;
}

// Any bytes as a file of slices of a rail or a wheel: findings or slices in order with finite places, never a
// crash, and the same twice.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "flangeway/deck/slices.hpp"

namespace flangeway::deck {
namespace {

std::string outcome(std::string_view text, const char* file) {
  Findings findings;
  const auto read = read_slices(text, file, findings);
  if (read.has_value() != findings.empty()) std::abort();
  if (!read) return findings.text();
  if (read->slices.empty()) std::abort();
  for (const SliceFile& slice : read->slices) {
    if (!std::isfinite(slice.place) || slice.features.size() != read->slices.front().features.size())
      std::abort();
    if (&slice != read->slices.data() && !(slice.place > (&slice - 1)->place)) std::abort();
    for (const double feature : slice.features)
      if (!std::isfinite(feature)) std::abort();
  }
  return "";
}

}  // namespace
}  // namespace flangeway::deck

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const char* file : {"fuzz.slcs", "fuzz.slcw"})
    if (flangeway::deck::outcome(text, file) != flangeway::deck::outcome(text, file)) std::abort();
  return 0;
}

// The reader of influence coefficients: never crashes, gives all that the header announces, or a finding.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "flangeway/deck/coefficients.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  flangeway::Findings findings;
  const auto read =
      flangeway::deck::read_coefficients({reinterpret_cast<const char*>(data), size}, "fuzz.txt", findings);
  if (read.has_value() != findings.empty()) std::abort();
  if (!read) return 0;
  const auto count = static_cast<std::size_t>(read->matrices * read->mx * (2 * read->my - 1));
  for (const auto& values : read->values)
    if (values.size() != count) std::abort();
  return 0;
}

// Any bytes as a file of LandXML: findings or alignments that can be judged, never a crash, and the same
// twice.
#include <cstddef>
#include <cstdint>

#include "alignment_invariants.hpp"
#include "flangeway/track/landxml.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = flangeway::track::read_landxml;
  if (flangeway::fuzz::outcome(text, read) != flangeway::fuzz::outcome(text, read)) std::abort();
  return 0;
}

// Any bytes as a file of IFC: findings or alignments that can be judged, never a crash, and the same twice.
#include <cstddef>
#include <cstdint>

#include "alignment_invariants.hpp"
#include "flangeway/track/ifc.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = [](std::string_view file, const std::string& name,
                       const std::optional<std::string>& wanted, flangeway::Findings& findings) {
    return flangeway::track::read_ifc(file, name, wanted, findings);
  };
  if (flangeway::fuzz::outcome(text, read) != flangeway::fuzz::outcome(text, read)) std::abort();
  return 0;
}

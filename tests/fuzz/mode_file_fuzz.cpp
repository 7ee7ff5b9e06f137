// Any bytes as a universal file with modes: findings or modes with finite numbers, never a crash, and the
// same twice.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "flangeway/vehicle/mode_file.hpp"

namespace flangeway::vehicle {
namespace {

void check(const ModeFile& file) {
  if (file.nodes.empty() || file.modes.empty()) std::abort();
  for (const FileNode& node : file.nodes)
    if (!node.place.allFinite()) std::abort();
  for (const FileMode& mode : file.modes) {
    if (mode.shapes.size() != file.nodes.size() || mode.given.size() != file.nodes.size()) std::abort();
    if (!(mode.frequency >= 0) || !std::isfinite(mode.mass) || !(mode.damping <= 1)) std::abort();
    for (const FileShape& shape : mode.shapes)
      if (!shape.move.allFinite() || !shape.turn.allFinite()) std::abort();
  }
}

std::string outcome(std::string_view text) {
  Findings findings;
  const auto file = parse_modes(text, "fuzz.unv", findings);
  if (file.has_value() != findings.empty() || findings.all().size() > 20) std::abort();
  if (file) check(*file);
  return findings.text();
}

}  // namespace
}  // namespace flangeway::vehicle

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (flangeway::vehicle::outcome(text) != flangeway::vehicle::outcome(text)) std::abort();
  return 0;
}

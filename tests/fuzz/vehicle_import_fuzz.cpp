// The readers of vehicles of other programs: never crash, and give a vehicle or a finding.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/vehicle_import/import.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flangeway::vehicle_import;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const ImportSettings settings{.wheel_profile = "s1002", .back_to_back = 1.36};
  for (const auto import : {import_orvd, import_spck}) {
    flangeway::Findings findings;
    const auto vehicle = import(text, "fuzz", settings, findings);
    if (vehicle.has_value() != findings.empty()) std::abort();
  }
  return 0;
}

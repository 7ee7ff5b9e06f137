// Any bytes as a table of spectra of a track: findings or spectra that are finite between their wavelengths,
// never a crash, and the same twice.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "flangeway/math/types.hpp"
#include "flangeway/track/spectrum_file.hpp"

namespace flangeway::track {
namespace {

void check_spectra(const SpectrumTable& table) {
  if (!(table.min_wavelength > 0) || !(table.max_wavelength > table.min_wavelength) ||
      !std::isfinite(table.max_wavelength))
    std::abort();
  for (const Spectrum& spectrum : table.spectra) {
    for (const double part : {0.0, 0.3, 1.0}) {
      const double wavelength =
          table.min_wavelength * std::pow(table.max_wavelength / table.min_wavelength, part);
      const double density = spectrum.density(2 * pi / wavelength);
      if (!(density >= 0) || !std::isfinite(density)) std::abort();
    }
  }
}

std::string outcome(std::string_view text, const SpectrumReading& reading) {
  Findings findings;
  const auto table = parse_spectrum(text, "fuzz.csv", reading, findings);
  if (table.has_value() != findings.empty() || findings.all().size() > 20) std::abort();
  if (table) check_spectra(*table);
  return findings.text();
}

}  // namespace
}  // namespace flangeway::track

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flangeway::track;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (outcome(text, {}) != outcome(text, {})) std::abort();
  outcome(text, {SpectrumSides::two, 30});
  return 0;
}

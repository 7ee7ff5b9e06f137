// Any bytes as a table of the quasi-static tests: findings or finite numbers, never a crash, and the same
// twice.
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "flangeway/quasistatic/kinds.hpp"

namespace flangeway::quasistatic {
namespace {

std::string outcomes(const std::filesystem::path& path) {
  Findings of_contour, of_air;
  const auto contour = read_contour(path, of_contour);
  const auto air = read_aerodynamics(path, of_air);
  if (contour.has_value() != of_contour.empty() || air.has_value() != of_air.empty()) std::abort();
  if (contour) {
    for (const auto& point : *contour)
      if (!std::isfinite(point[0]) || !std::isfinite(point[1])) std::abort();
  }
  return of_contour.text() + of_air.text();
}

}  // namespace
}  // namespace flangeway::quasistatic

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace fs = std::filesystem;
  static const fs::path path =
      fs::temp_directory_path() / fmt::format("quasistatic_table_fuzz_{}.csv", ::getpid());
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  if (flangeway::quasistatic::outcomes(path) != flangeway::quasistatic::outcomes(path)) std::abort();
  fs::remove(path);
  return 0;
}

// Any bytes as a file of limits of lines or of track quality, of a rule or of a law of wear: findings or
// finite numbers, never a crash, and the same twice.
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "flangeway/acceptance/rule.hpp"
#include "flangeway/damage/wear_law.hpp"
#include "flangeway/track/line_limits.hpp"
#include "flangeway/track/recorded_geometry.hpp"

namespace flangeway::fuzz {
namespace {

void check(const track::LineLimitsSpec& spec) {
  if (spec.limits.empty()) std::abort();
  for (const track::LineLimitSpec& limit : spec.limits)
    for (const double speed : {1.0, 80.0, 300.0})
      if (!std::isfinite(limit.limit_at(speed))) std::abort();
}

template <typename Read>
std::string outcome(const std::string& path, const Read& read) {
  Findings findings;
  const auto spec = read(path, findings);
  if (spec.has_value() != findings.empty()) std::abort();
  return findings.text();
}

std::string outcomes(const std::string& path) {
  return outcome(path,
                 [](const std::string& file, Findings& findings) {
                   const auto spec = track::load_line_limits(file, findings);
                   if (spec) check(*spec);
                   return spec;
                 }) +
         outcome(path, track::load_quality_limits) + outcome(path, acceptance::load_rule) +
         outcome(path, damage::read_law);
}

}  // namespace
}  // namespace flangeway::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace fs = std::filesystem;
  static const fs::path path =
      fs::temp_directory_path() / fmt::format("limits_file_fuzz_{}.toml", ::getpid());
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  if (flangeway::fuzz::outcomes(path.string()) != flangeway::fuzz::outcomes(path.string())) std::abort();
  fs::remove(path);
  return 0;
}

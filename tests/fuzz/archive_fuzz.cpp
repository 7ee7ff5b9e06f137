// Any bytes as the manifest of an archive that has a file "results/a" and a file "inputs/a", both empty:
// findings, or no run at all, never a crash, and the same twice.
#include <fmt/format.h>
#include <unistd.h>
#include <zip.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "flangeway/archive/archive.hpp"

namespace flangeway::archive {
namespace {

void add_file(zip_t* zip, const char* name, const void* data, std::size_t size) {
  zip_source_t* const source = zip_source_buffer(zip, data, size, 0);
  if (source == nullptr || zip_file_add(zip, name, source, ZIP_FL_OVERWRITE) < 0) std::abort();
}

void write_archive(const std::string& path, const std::uint8_t* manifest, std::size_t size) {
  zip_t* const zip = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  if (zip == nullptr) std::abort();
  add_file(zip, "manifest.json", manifest, size);
  add_file(zip, "results/a", "", 0);
  add_file(zip, "inputs/a", "", 0);
  if (zip_close(zip) != 0) std::abort();
}

std::string outcome(const std::string& path) {
  Findings findings;
  const auto repetitions = reproduce(
      path, [](double, std::size_t, std::size_t) { return false; }, findings);
  if (!repetitions.empty()) std::abort();
  return findings.text();
}

}  // namespace
}  // namespace flangeway::archive

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace fs = std::filesystem;
  static const std::string path =
      (fs::temp_directory_path() / fmt::format("archive_fuzz_{}.zip", ::getpid())).string();
  flangeway::archive::write_archive(path, data, size);
  const std::string once = flangeway::archive::outcome(path);
  // Names of temporary folders differ.
  if (once.empty() != flangeway::archive::outcome(path).empty()) std::abort();
  fs::remove(path);
  return 0;
}

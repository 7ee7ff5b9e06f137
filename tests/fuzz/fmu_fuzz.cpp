// Any bytes as the modelDescription.xml of an FMU: findings or a description whose arrays fit into memory and
// whose names are found again, never a crash, and the same twice. The archive around it is whole; libzip has
// tests of its own.
#include <fmt/format.h>
#include <unistd.h>
#include <zip.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "flangeway/fmi/description.hpp"

namespace flangeway::fmi {
namespace {

void add(zip_t* archive, const char* name, const void* data, std::size_t size) {
  zip_source_t* const source = zip_source_buffer(archive, data, size, 0);
  if (source == nullptr || zip_file_add(archive, name, source, ZIP_FL_OVERWRITE) < 0) std::abort();
}

void write(const std::string& path, const std::uint8_t* xml, std::size_t size) {
  zip_t* const archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  if (archive == nullptr) std::abort();
  add(archive, "modelDescription.xml", xml, size);
  for (const char* library :
       {"binaries/linux64/model.so", "binaries/x86_64-linux/model.so", "binaries/aarch64-linux/model.so"})
    add(archive, library, "", 0);
  if (zip_close(archive) != 0) std::abort();
}

std::string outcome(const std::string& path) {
  Findings findings;
  const auto description = read_description(path, {"case.toml", 1, 1}, "file", findings);
  if (description.has_value() != findings.empty()) std::abort();
  if (!description) return findings.text();
  std::size_t numbers = description->states + description->event_indicators;
  for (const Variable& variable : description->variables) numbers += variable.size;
  if (numbers > (std::size_t{1} << 20)) std::abort();
  std::string text;
  for (const std::string& name : description->names("input")) {
    if (!description->find(name)) std::abort();
    text += name + '\n';
  }
  return text;
}

}  // namespace
}  // namespace flangeway::fmi

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace fs = std::filesystem;
  static const std::string path =
      (fs::temp_directory_path() / fmt::format("fmu_fuzz_{}.fmu", ::getpid())).string();
  flangeway::fmi::write(path, data, size);
  if (flangeway::fmi::outcome(path) != flangeway::fmi::outcome(path)) std::abort();
  fs::remove(path);
  return 0;
}

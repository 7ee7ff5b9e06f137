// Any bytes as a table of measured channels, which a rule judges: findings or columns of finite numbers of
// equal length, never a crash, and the same twice.
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "flangeway/acceptance/record.hpp"

namespace flangeway::acceptance {
namespace {

std::string outcome(const std::string& path) {
  Findings findings;
  const auto record = Record::open(path, findings);
  if (record.has_value() != findings.empty()) std::abort();
  if (!record) return findings.text();
  std::string text;
  std::size_t rows = 0;
  for (const std::string& name : record->names()) {
    const std::vector<double> values = record->values(name);
    if (rows > 0 && values.size() != rows) std::abort();
    rows = values.size();
    for (const double value : values)
      if (std::isinf(value)) std::abort();  // NaN: not measured
    text += name + '\n';
  }
  return text;
}

}  // namespace
}  // namespace flangeway::acceptance

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace fs = std::filesystem;
  static const fs::path path =
      fs::temp_directory_path() / fmt::format("record_table_fuzz_{}.csv", ::getpid());
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  if (flangeway::acceptance::outcome(path.string()) != flangeway::acceptance::outcome(path.string()))
    std::abort();
  fs::remove(path);
  return 0;
}

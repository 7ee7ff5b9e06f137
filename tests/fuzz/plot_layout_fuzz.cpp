// Any bytes as a layout of plots of the workbench: findings or the layout, never a crash, and the same twice.
#include <fmt/format.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "flangeway/report/plot_layout.hpp"
#include "flangeway/results/reader.hpp"

namespace flangeway::fuzz {
namespace {

const std::vector<results::Reader>& run_of_layouts() {
  static const std::vector<results::Reader> runs = [] {
    Findings findings;
    std::vector<results::Reader> all;
    if (auto run = results::Reader::open(FLANGEWAY_SOURCE_DIR "/tests/data/results_version_3.h5", findings))
      all.push_back(std::move(*run));
    return all;
  }();
  return runs;
}

std::string layout_outcome(const std::string& path) {
  Findings findings;
  const std::string layout = report::read_plot_layout(path, run_of_layouts(), findings);
  return findings.empty() ? layout : findings.text();
}

}  // namespace
}  // namespace flangeway::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace fs = std::filesystem;
  static const fs::path path =
      fs::temp_directory_path() / fmt::format("plot_layout_fuzz_{}.json", ::getpid());
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  if (flangeway::fuzz::run_of_layouts().empty()) std::abort();
  if (flangeway::fuzz::layout_outcome(path.string()) != flangeway::fuzz::layout_outcome(path.string()))
    std::abort();
  fs::remove(path);
  return 0;
}

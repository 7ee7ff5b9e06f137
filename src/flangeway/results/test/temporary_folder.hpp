// A folder for one test, removed at its end, and a writer with three channels.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "flangeway/results/writer.hpp"

namespace flangeway::results {

class InFolder : public testing::Test {
 protected:
  InFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "flangeway_results_XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~InFolder() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name = "run.h5") const { return folder_ + "/" + name; }

  static std::vector<Channel> three_channels() {
    return {{"t", "s", "", "time"},
            {"wheelset1.left.Q", "N", "track", "vertical wheel force"},
            {"wheelset1.left.YQ", "1", "track", "Y/Q"}};
  }
  /// Row i of every file of these tests.
  static std::array<double, 3> row(std::size_t i) {
    const auto x = static_cast<double>(i);
    return {0.1 * x, 50000.0 + 1.0 / (x + 1.0), -x / 3.0};
  }
  static Writer create(const std::string& path, const Provenance& provenance = {}) {
    Findings findings;
    std::optional<Writer> writer = Writer::create(path, three_channels(), provenance, false, findings);
    if (!writer) throw BadInput(findings);
    return std::move(*writer);
  }
  static bool append(Writer& writer, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      if (!writer.append(row(i).data())) return false;
    }
    return true;
  }

  std::string folder_;
};

}  // namespace flangeway::results
